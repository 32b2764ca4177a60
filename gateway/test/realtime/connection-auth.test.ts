import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createConnectionAuth } from '../../src/realtime/connection-auth.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { systemClock } from '../../src/runtime/system.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';

describe('a connection that was opened with a key', () => {
	const keyId = 'key_01k9z5q7v8w9x0y1z2a3b4c5d6';
	let store: Store;
	let remove: () => Promise<void>;
	let cutOff: string[];

	beforeEach(async () => {
		const { folder, ...temporary } = await temporaryFolder();
		({ remove } = temporary);
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		store = await openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock });
		cutOff = [];
	});
	afterEach(async () => {
		await store.close();
		await remove();
	});

	const enter = () => createConnectionAuth(store).register((reason) => cutOff.push(reason));

	it('is cut off when the key is revoked', () => {
		enter().add({ kind: 'key', id: keyId });
		store.publish({ kind: 'key_revoked', keyId });
		expect(cutOff).toEqual(['invalid_api_key']);
	});

	it('is not kept where it was closed before the key was found', () => {
		const presence = enter();
		presence.unregister();
		presence.add({ kind: 'key', id: keyId });
		store.publish({ kind: 'key_revoked', keyId });
		expect(cutOff).toEqual([]);
	});
});
