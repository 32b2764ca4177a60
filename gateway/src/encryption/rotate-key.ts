import { recordAudit, COMMAND_LINE } from '../store/access/audit-log.ts';
import { addEncryptionKey, deleteOtherEncryptionKeys } from '../store/encryption/encryption-keys.ts';
import type { NewId } from '../domain/ids.ts';
import type { Store } from '../store/store.ts';
import { keyId, openDataKey, wrapDataKey, type DataKeyDeps } from './data-key.ts';
import { findEncryptionKey, KEY_SIZE, replaceKeyFile, type KeyLocation } from './key-file.ts';

export interface RotationDeps extends DataKeyDeps {
	store: Store;
	newId: NewId;
}

/**
 * Makes a second key of the operator open the data key. The key in use goes on opening it until forgetOtherKeys().
 * Running gateways hold the data key, and notice nothing. Throws WrongEncryptionKey where the key in use is wrong.
 */
export async function addKey(deps: RotationDeps, location: KeyLocation, key: Buffer): Promise<void> {
	const dataKey = await openDataKey(deps.store, location, deps);
	const row = wrapDataKey(dataKey, key, deps);
	await deps.store.commit(async ({ db }) => {
		await addEncryptionKey(db, row);
		const entry = { action: 'encryption.key_added' as const, target: row.id };
		await recordAudit(db, deps.newId, { actor: COMMAND_LINE, at: row.created_at }, entry);
	});
}

/**
 * Replaces the key file of the data folder by a new key; only that one opens the data key afterwards. A crash in between
 * leaves a file that opens it. Throws WrongEncryptionKey where the earlier file is wrong.
 */
export async function rotateKeyFile(deps: RotationDeps, dataFolder: string): Promise<void> {
	const location = { encryptionKey: null, dataFolder };
	const key = deps.entropy(KEY_SIZE);
	await addKey(deps, location, key);
	replaceKeyFile(dataFolder, key, deps.entropy);
	await forgetOtherKeys(deps, location);
}

/** Returns the id of the key in use, which exists: it has opened the data key. */
function keyIdOf(location: KeyLocation): string {
	const key = findEncryptionKey(location);
	if (key === null) throw new Error('The encryption key was removed while the command ran.');
	return keyId(key.bytes);
}

/** Leaves the data key only under the key in use; returns how many others there were. Throws WrongEncryptionKey. */
export async function forgetOtherKeys(deps: RotationDeps, location: KeyLocation): Promise<number> {
	const { store, newId, clock } = deps;
	// Proves that the key in use opens the data key.
	await openDataKey(store, location, deps);
	const kept = keyIdOf(location);
	return store.commit(async ({ db }) => {
		const forgotten = await deleteOtherEncryptionKeys(db, kept);
		const entry = { action: 'encryption.keys_forgotten' as const, target: kept, details: { forgotten } };
		await recordAudit(db, newId, { actor: COMMAND_LINE, at: clock.now() }, entry);
		return forgotten;
	});
}
