import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '../../../src/store/store.ts';
import { upsertChatTerms, type NamedChat } from '../../../src/store/chats/chat-search-terms.ts';
import type { Signal } from '../../../src/store/signal.ts';
import type { CommitScope } from '../../../src/store/commit/group-commit.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';

describe('a group commit', () => {
	let store: Store;
	let folder: string;
	let remove: () => Promise<void>;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		store = await open();
	});
	afterEach(async () => {
		await store.close();
		await remove();
	});

	const open = async () => {
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		return openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock });
	};
	const put = (key: string) => async (scope: CommitScope) => {
		const counts = {
			instance_id: 'inst_a' as const,
			hour: key,
			sent: 1,
			received: 0,
			delivered: 0,
			read: 0,
			failed: 0,
		};
		await scope.db.insertInto('instance_hourly_stats').values(counts).execute();
		return key;
	};
	const addInstance = () =>
		store.commit(({ db }) =>
			db
				.insertInto('instances')
				.values({
					id: 'inst_a',
					name: 'A',
					status: 'disconnected',
					method: null,
					phone: null,
					profile_name: null,
					profile_pic_url: null,
					auto_read: 0,
					auto_typing: 1,
					webhook_events: '[]',
					qr_code: null,
					qr_expires_at: null,
					disconnect_reason: null,
					created_at: 0,
					connected_at: null,
					last_seen_at: 0,
				})
				.execute(),
		);
	const stored = async () =>
		(await store.read.selectFrom('instance_hourly_stats').select('hour').orderBy('hour').execute()).map(
			({ hour }) => hour,
		);

	it('gives each piece its own result, once others can read it', async () => {
		await addInstance();
		const keys = Array.from({ length: 300 }, (_, index) => String(index).padStart(3, '0'));
		const results = await Promise.all(
			keys.map(async (key) => {
				const result = await store.commit(put(key));
				expect(await stored()).toContain(key);
				return result;
			}),
		);
		expect(results).toEqual(keys);
	});

	it('lets a piece that fails fail alone, with nothing of it left', async () => {
		await addInstance();
		const outcomes = await Promise.allSettled([
			store.commit(put('first')),
			store.commit(async (scope) => {
				await put('half')(scope);
				throw new Error('changed its mind');
			}),
			store.commit(put('first')),
			store.commit(put('second')),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
		expect(outcomes[1]).toMatchObject({ reason: { message: 'changed its mind' } });
		expect(await stored()).toEqual(['first', 'second']);
	});

	it('lets a piece fail alone whose last write, which it does not wait for, cannot be done', async () => {
		await addInstance();
		const name = (key: string, phone: string) => async (scope: CommitScope) => {
			await put(key)(scope);
			const chat = { instanceId: 'inst_a', chatId: `${phone}@s.whatsapp.net`, name: null, phone } as const;
			await upsertChatTerms(scope.db, [{ ...chat, isNew: true }]);
		};
		const outcomes = await Promise.allSettled([
			store.commit(name('first', '1')),
			store.commit(name('second', '1')),
			store.commit(name('third', '2')),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		await expect(store.commit(name('alone', '1'))).rejects.toThrow();
		expect(await stored()).toEqual(['first', 'third']);
	});

	it('carries out a statement that failed the first time it was used', async () => {
		await addInstance();
		const chat = {
			instanceId: 'inst_a',
			chatId: '1@s.whatsapp.net',
			name: null,
			phone: '1',
			isNew: true,
		} as const;
		const name = (chats: NamedChat[]) => store.commit(({ db }) => upsertChatTerms(db, chats));
		await expect(name([chat, chat])).rejects.toThrow();
		await expect(name([chat])).resolves.toBeUndefined();
		await expect(name([{ ...chat, chatId: '2@s.whatsapp.net' }])).resolves.toBeUndefined();
	});

	it('announces what a piece announced once it is stored, and nothing of a piece that failed', async () => {
		const heard: Signal[] = [];
		store.listen((signal) => heard.push(signal));
		const piece = (instanceId: 'inst_a' | 'inst_b', fails: boolean) =>
			store.commit(({ emit }) => {
				emit({ kind: 'message_queued', instanceId });
				return fails ? Promise.reject(new Error('no')) : Promise.resolve();
			});
		await Promise.allSettled([piece('inst_a', false), piece('inst_b', true)]);
		expect(heard).toEqual([{ kind: 'message_queued', instanceId: 'inst_a' }]);
	});

	it('stores and announces the pieces beside one that fails, and nothing of a piece that fails alone', async () => {
		await addInstance();
		const heard: Signal[] = [];
		store.listen((signal) => heard.push(signal));
		const piece = (key: string, fails: boolean) =>
			store.commit(async (scope) => {
				scope.emit({ kind: 'message_queued', instanceId: `inst_${key}` });
				await put(key)(scope);
				if (fails) throw new Error('changed its mind');
			});
		await Promise.allSettled([piece('first', false), piece('second', true), piece('third', false)]);
		await Promise.allSettled([piece('alone', true)]);
		expect(heard).toEqual([
			{ kind: 'message_queued', instanceId: 'inst_first' },
			{ kind: 'message_queued', instanceId: 'inst_third' },
		]);
		expect(await stored()).toEqual(['first', 'third']);
	});

	it('turns work away, with the time to come back, when too much is waiting', async () => {
		const work = Array.from({ length: 20_050 }, () => store.commit(() => Promise.resolve()));
		const outcomes = await Promise.allSettled(work);
		const refused = outcomes.filter(({ status }) => status === 'rejected');
		expect(refused).toHaveLength(50);
		expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable', retryAfter: 1 } });
	});

	it('counts bytes as well as pieces, and takes work again once there is room', async () => {
		const large = { rows: 1, bytes: 16 * 1024 * 1024 };
		const outcomes = await Promise.allSettled(
			Array.from({ length: 5 }, () => store.commit(() => Promise.resolve('stored'), large)),
		);
		expect(outcomes.map(({ status }) => status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected']);
		await expect(store.commit(() => Promise.resolve('again'), large)).resolves.toBe('again');
	});

	it('finishes what it accepted before it closes, and accepts nothing after', async () => {
		await addInstance();
		const accepted = store.commit(put('last'));
		const closed = store.close();
		await expect(accepted).resolves.toBe('last');
		await closed;
		await expect(store.commit(put('late'))).rejects.toMatchObject({ code: 'service_unavailable' });
		store = await open();
	});
});
