import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import * as baileys from 'baileys';
import { createLogger } from '../../../../src/observability/log.ts';
import { baileysLogger } from '../../../../src/network/whatsapp-web/baileys/baileys-logger.ts';
import { createLocks } from '../../../../src/network/whatsapp-web/session/locks.ts';
import { lockSessions } from '../../../../src/network/whatsapp-web/session/lock-sessions.ts';

it('thousands of changes of sessions leave time for other work of the process', async () => {
	const keys = {
		get: () => Promise.resolve({}),
		set: () => Promise.resolve(),
		transaction: <T>(work: () => Promise<T>) => work(),
		isInTransaction: () => false,
	};
	const repository = lockSessions(
		baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
			{ creds: baileys.initAuthCreds(), keys },
			baileysLogger(createLogger('silent'), 'inst'),
		),
		createLocks(),
	);
	let done = 0;
	const changes = Array.from({ length: 1000 }, async (_, index) => {
		await repository.deleteSession([`${4_915_000_000 + index}@s.whatsapp.net`]);
		done += 1;
	});
	await nextIteration();
	expect(done).toBeLessThan(50);
	await Promise.all(changes);
	expect(done).toBe(1000);
});
