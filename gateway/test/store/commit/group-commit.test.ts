import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '../../../src/store/store.ts';
import { insertInto, writeRows } from '../../../src/store/engine/write-rows.ts';
import type { Signal } from '../../../src/store/signal.ts';
import type { CommitScope } from '../../../src/store/commit/scope.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';

/** A statement without a result, which the writer does not await, and which fails for a row that exists. */
const INSERT_CONTACT = insertInto('contacts', {
	instance_id: 'text',
	id: 'text',
	sort_name: 'text',
	is_business: 'bigint',
	is_blocked: 'bigint',
});
const contact = (id: string) => ({
	instance_id: 'inst_a' as const,
	id,
	sort_name: id,
	is_business: 0,
	is_blocked: 0,
});

describe('createGroupCommit', () => {
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
	const insertHour = (key: string) => async (scope: CommitScope) => {
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
					reject_calls: 0,
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

	it('resolves each body with its own result once others can read it', async () => {
		await addInstance();
		const keys = Array.from({ length: 300 }, (_, index) => String(index).padStart(3, '0'));
		const results = await Promise.all(
			keys.map(async (key) => {
				const result = await store.commit(insertHour(key));
				expect(await stored()).toContain(key);
				return result;
			}),
		);
		expect(results).toEqual(keys);
	});

	it('rejects a body that fails and rolls it back, and commits the others', async () => {
		await addInstance();
		const outcomes = await Promise.allSettled([
			store.commit(insertHour('first')),
			store.commit(async (scope) => {
				await insertHour('half')(scope);
				throw new Error('changed its mind');
			}),
			store.commit(insertHour('first')),
			store.commit(insertHour('second')),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
		expect(outcomes[1]).toMatchObject({ reason: { message: 'changed its mind' } });
		expect(await stored()).toEqual(['first', 'second']);
	});

	it('rejects only the body whose last, not awaited statement fails', async () => {
		await addInstance();
		const addContact = (key: string, phone: string) => async (scope: CommitScope) => {
			await insertHour(key)(scope);
			await writeRows(scope.db, INSERT_CONTACT, [contact(phone)]);
		};
		const outcomes = await Promise.allSettled([
			store.commit(addContact('first', '1')),
			store.commit(addContact('second', '1')),
			store.commit(addContact('third', '2')),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		await expect(store.commit(addContact('alone', '1'))).rejects.toThrow();
		expect(await stored()).toEqual(['first', 'third']);
	});

	it('executes a statement whose first execution failed', async () => {
		await addInstance();
		const addContacts = (...phones: string[]) =>
			store.commit(({ db }) => writeRows(db, INSERT_CONTACT, phones.map(contact)));
		await expect(addContacts('1', '1')).rejects.toThrow();
		await expect(addContacts('1')).resolves.toBeUndefined();
		await expect(addContacts('2')).resolves.toBeUndefined();
	});

	it('emits the signals of a body after its commit, and none of a body that fails', async () => {
		const signals: Signal[] = [];
		store.listen((signal) => signals.push(signal));
		const commitSignal = (instanceId: 'inst_a' | 'inst_b', fails: boolean) =>
			store.commit(({ emit }) => {
				emit({ kind: 'message_queued', instanceId });
				return fails ? Promise.reject(new Error('no')) : Promise.resolve();
			});
		await Promise.allSettled([commitSignal('inst_a', false), commitSignal('inst_b', true)]);
		expect(signals).toEqual([{ kind: 'message_queued', instanceId: 'inst_a' }]);
	});

	it('commits and emits the bodies beside one that fails, and nothing of one that fails alone', async () => {
		await addInstance();
		const signals: Signal[] = [];
		store.listen((signal) => signals.push(signal));
		const commitSignal = (key: string, fails: boolean) =>
			store.commit(async (scope) => {
				scope.emit({ kind: 'message_queued', instanceId: `inst_${key}` });
				await insertHour(key)(scope);
				if (fails) throw new Error('changed its mind');
			});
		await Promise.allSettled([
			commitSignal('first', false),
			commitSignal('second', true),
			commitSignal('third', false),
		]);
		await Promise.allSettled([commitSignal('alone', true)]);
		expect(signals).toEqual([
			{ kind: 'message_queued', instanceId: 'inst_first' },
			{ kind: 'message_queued', instanceId: 'inst_third' },
		]);
		expect(await stored()).toEqual(['first', 'third']);
	});

	it('rejects bodies over the limit with service_unavailable and retryAfter', async () => {
		const work = Array.from({ length: 20_050 }, () => store.commit(() => Promise.resolve()));
		const outcomes = await Promise.allSettled(work);
		const refused = outcomes.filter(({ status }) => status === 'rejected');
		expect(refused).toHaveLength(50);
		expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable', retryAfter: 1 } });
	});

	it('counts bytes as well as bodies, and accepts bodies again once there is room', async () => {
		const large = { rows: 1, bytes: 16 * 1024 * 1024 };
		const outcomes = await Promise.allSettled(
			Array.from({ length: 5 }, () => store.commit(() => Promise.resolve('stored'), large)),
		);
		expect(outcomes.map(({ status }) => status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected']);
		await expect(store.commit(() => Promise.resolve('again'), large)).resolves.toBe('again');
	});

	it('commits the accepted bodies before it closes, and rejects later ones', async () => {
		await addInstance();
		const accepted = store.commit(insertHour('last'));
		const closed = store.close();
		await expect(accepted).resolves.toBe('last');
		await closed;
		await expect(store.commit(insertHour('late'))).rejects.toMatchObject({ code: 'service_unavailable' });
		store = await open();
	});
});
