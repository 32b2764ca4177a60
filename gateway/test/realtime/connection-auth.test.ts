import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createConnectionAuth, type ConnectionAuth } from '../../src/realtime/connection-auth.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';

describe('createConnectionAuth', () => {
	const keyId = 'key_01k9z5q7v8w9x0y1z2a3b4c5d6';
	let store: Store;
	let remove: () => Promise<void>;
	let auth: ConnectionAuth;
	let reasons: string[];

	beforeEach(async () => {
		const { folder, ...temporary } = await temporaryFolder();
		({ remove } = temporary);
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		store = await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock });
		auth = createConnectionAuth({
			store,
			clock: systemClock,
			realClock: systemClock,
			requireSecondFactor: false,
		});
		reasons = [];
	});
	afterEach(async () => {
		auth.stop();
		await store.close();
		await remove();
	});

	const register = () => auth.register((reason) => reasons.push(reason));

	it('closes a connection when its key is revoked', () => {
		register().add({ kind: 'key', id: keyId });
		store.publish({ kind: 'key_revoked', keyId });
		expect(reasons).toEqual(['invalid_api_key']);
	});

	it('does not close a connection again that was closed before its key was added', () => {
		const callers = register();
		callers.unregister();
		callers.add({ kind: 'key', id: keyId });
		store.publish({ kind: 'key_revoked', keyId });
		expect(reasons).toEqual([]);
	});
});
