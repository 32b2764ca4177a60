import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDataKey } from '../../src/encryption/data-key.ts';
import { forgetOtherKeys, rotateKeyFile, type RotationDeps } from '../../src/encryption/rotate-key.ts';
import { createIds, systemClock, systemEntropy } from '../../src/runtime/system.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';

describe('the key file', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let stores: Store[];
	let dataKey: Buffer;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL: databaseUrl = null } = await databaseEnvironment(folder);
		const open = () => openStore({ dataFolder: folder, databaseUrl }, { clock: systemClock });
		stores = [await open(), await open()];
		dataKey = await openDataKey(storeOf(0), location(), depsOf(0));
	});
	afterEach(async () => {
		for (const store of stores) await store.close();
		await remove();
	});

	const location = () => ({ encryptionKey: null, dataFolder: folder });
	const storeOf = (index: number): Store => {
		const store = stores[index];
		if (store === undefined) throw new Error(`There is no store ${index}.`);
		return store;
	};
	const depsOf = (index: number): RotationDeps => ({
		store: storeOf(index),
		clock: systemClock,
		entropy: systemEntropy,
		newId: createIds(systemClock, systemEntropy),
	});
	/** The dependencies of a command during which `act` runs before its commit number `before`. */
	const interruptedBefore = (before: number, interrupt: () => Promise<unknown>): RotationDeps => {
		let commits = 0;
		const store = storeOf(0);
		const commit: Store['commit'] = async (...args) => {
			commits += 1;
			if (commits === before) await interrupt();
			return store.commit(...args);
		};
		return { ...depsOf(0), store: { ...store, commit } };
	};
	/** The dependencies of a command during which `act` runs after its first query. */
	const interruptedAfterRead = (interrupt: () => Promise<unknown>): RotationDeps => {
		let interruption: Promise<unknown> | null = null;
		const read = storeOf(0).read.withPlugin({
			transformQuery: ({ node }) => node,
			async transformResult({ result }) {
				await (interruption ??= interrupt());
				return result;
			},
		});
		return { ...depsOf(0), store: { ...storeOf(0), read } };
	};
	const expectOpens = async () => {
		expect(await openDataKey(storeOf(1), location(), depsOf(1))).toEqual(dataKey);
		expect((await readdir(folder)).filter((name) => name.startsWith('encryption'))).toEqual([
			'encryption.key',
		]);
	};

	it('opens the data key while it is rotated', async () => {
		const deps = interruptedAfterRead(() => rotateKeyFile(depsOf(1), folder));
		expect(await openDataKey(deps.store, location(), deps)).toEqual(dataKey);
		await expectOpens();
	});

	it('opens the data key after two rotations at once', async () => {
		const rotation = rotateKeyFile(
			interruptedBefore(2, () => rotateKeyFile(depsOf(1), folder)),
			folder,
		);
		await expect(rotation).rejects.toThrow('Another command replaced the encryption key meanwhile');
		await expectOpens();
	});

	it('opens the data key after the earlier keys were forgotten during a rotation', async () => {
		const rotation = rotateKeyFile(
			interruptedBefore(2, () => forgetOtherKeys(depsOf(1), location())),
			folder,
		);
		await expect(rotation).rejects.toThrow('meanwhile');
		await expectOpens();
	});

	it('opens the data key after a rotation while the earlier keys were forgotten', async () => {
		const deps = interruptedBefore(1, () => rotateKeyFile(depsOf(1), folder));
		expect(await forgetOtherKeys(deps, location())).toBe(0);
		await expectOpens();
	});
});
