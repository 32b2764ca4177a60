import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CompiledQuery } from 'kysely';
import { GatewayError } from '../../../src/domain/error.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import type { CommitScope } from '../../../src/store/commit/scope.ts';
import type { Signal } from '../../../src/store/signal.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';

describe('a body that fails in a group commit', () => {
	let store: Store;
	let remove: () => Promise<void>;
	let errors: unknown[];

	beforeEach(async () => {
		let folder: string;
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		errors = [];
		store = await openStore(
			{ dataFolder: folder, databaseUrl },
			{ clock: systemClock, onListenerError: (error) => errors.push(error) },
		);
	});
	afterEach(async () => {
		await store.close();
		await remove();
	});

	/** Counts how often each body ran. */
	const counted = () => {
		const runs = new Map<string, number>();
		const run = (name: string) => runs.set(name, (runs.get(name) ?? 0) + 1);
		return { runs, run };
	};
	const write = (name: string) => (scope: CommitScope) =>
		scope.db.insertInto('used_challenges').values({ hash: name, expires_at: 1 }).execute();
	const refuse = async ({ db }: CommitScope): Promise<never> => {
		await db.selectFrom('used_challenges').selectAll().execute();
		throw new GatewayError('instance_not_found', 'There is no such instance.');
	};
	const stored = async () => {
		const rows = await store.read.selectFrom('used_challenges').select('hash').orderBy('hash').execute();
		return rows.map(({ hash }) => hash);
	};

	it('does not make the others run again when it fails before a write', async () => {
		const { runs, run } = counted();
		const signals: Signal[] = [];
		store.listen((signal) => signals.push(signal));
		const outcomes = await Promise.allSettled([
			store.commit(async (scope) => {
				run('before');
				await write('before')(scope);
			}),
			store.commit(async (scope) => {
				run('refused');
				scope.emit({ kind: 'instance_changed', instanceId: 'inst_a' });
				await refuse(scope);
			}),
			store.commit(async (scope) => {
				run('after');
				await write('after')(scope);
				scope.emit({ kind: 'instance_changed', instanceId: 'inst_b' });
			}),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		expect(outcomes[1]).toMatchObject({ reason: { code: 'instance_not_found' } });
		expect(Object.fromEntries(runs)).toEqual({ before: 1, refused: 1, after: 1 });
		expect(await stored()).toEqual(['after', 'before']);
		expect(signals).toEqual([{ kind: 'instance_changed', instanceId: 'inst_b' }]);
	});

	it('is rolled back, as is a body with a statement that fails', async () => {
		const outcomes = await Promise.allSettled([
			store.commit(write('first')),
			store.commit(async (scope) => {
				await write('half')(scope);
				await refuse(scope);
			}),
			store.commit(write('first')),
			store.commit(refuse),
			store.commit(write('second')),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual([
			'fulfilled',
			'rejected',
			'rejected',
			'rejected',
			'fulfilled',
		]);
		expect(await stored()).toEqual(['first', 'second']);
	});

	it('is rolled back when its only statement was raw SQL', async () => {
		const outcomes = await Promise.allSettled([
			store.commit(write('kept')),
			store.commit(async ({ db }) => {
				await db.executeQuery(
					CompiledQuery.raw(`insert into setup_links (hash, expires_at) values ('raw', 1)`),
				);
				throw new Error('changed its mind');
			}),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		expect(await stored()).toEqual(['kept']);
	});

	it('does not keep a signal from other listeners when one of them throws', async () => {
		const failure = new Error('a listener failed');
		const signals: Signal['kind'][] = [];
		store.listen(() => {
			throw failure;
		});
		store.listen(({ kind }) => signals.push(kind));
		await store.commit(({ emit }) => {
			emit({ kind: 'instance_changed', instanceId: 'inst_a' });
			return Promise.resolve();
		});
		store.publish({ kind: 'feed_gap' });
		await store.commit(write('later'));
		expect(signals).toEqual(['instance_changed', 'feed_gap']);
		expect(errors).toEqual([failure, failure]);
	});

	it('settles all pieces when what one of them hooked to its outcome throws', async () => {
		const failure = new Error('a hook failed');
		const throwing = () => {
			throw failure;
		};
		const outcomes = await Promise.allSettled([
			store.commit(async (scope) => {
				scope.addHooks({ onCommit: throwing, onRollback: throwing });
				await write('stored')(scope);
			}),
			store.commit((scope) => {
				scope.addHooks({ onCommit: throwing, onRollback: throwing });
				return refuse(scope);
			}),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		await store.commit(write('later'));
		expect(await stored()).toEqual(['later', 'stored']);
		expect(errors).toEqual([failure, failure]);
	});
});
