import { recordAudit, COMMAND_LINE } from '../store/access/audit-log.ts';
import {
	addEncryptionKey,
	deleteOtherEncryptionKeys,
	listEncryptionKeys,
	lockEncryptionKeys,
} from '../store/encryption/encryption-keys.ts';
import type { NewId } from '../domain/ids.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import type { EncryptionKeyTable } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { keyId, openDataKey, unwrapDataKey, wrapDataKey, type DataKeyDeps } from './data-key.ts';
import { findEncryptionKey, KEY_SIZE, replaceKeyFile, type KeyLocation } from './key-file.ts';

export interface RotationDeps extends DataKeyDeps {
	store: Store;
	newId: NewId;
}

/**
 * Wraps the data key with a second key of the operator. The key in use opens it too, until forgetOtherKeys(). Running
 * gateways hold the data key and are not affected. Throws WrongEncryptionKey where the key in use is wrong.
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
 * leaves a file that opens it. Throws WrongEncryptionKey where the earlier file is wrong, and an ExplainedError where
 * another call replaced it meanwhile.
 */
export async function rotateKeyFile(deps: RotationDeps, dataFolder: string): Promise<void> {
	const key = deps.entropy(KEY_SIZE);
	await addKey(deps, { encryptionKey: null, dataFolder }, key);
	await keepOnly(deps, (rows) => {
		if (!rows.some(({ id }) => id === keyId(key))) throw rotatedMeanwhile();
		// Within the transaction: of two calls at once, the later one finds its key forgotten, and keeps the file.
		replaceKeyFile(dataFolder, key, deps.entropy);
		return key;
	});
}

/** Removes all other keys of the data key than the key in use; returns their number. Throws WrongEncryptionKey. */
export function forgetOtherKeys(deps: RotationDeps, location: KeyLocation): Promise<number> {
	return keepOnly(deps, (rows) => {
		const key = findEncryptionKey(location);
		// Proves that the key in use opens the data key.
		unwrapDataKey(rows, key, location.dataFolder);
		if (key === null) throw new Error('A key that does not exist has opened the data key.');
		return key.bytes;
	});
}

/** Removes all other keys of the data key than the one that `choose` returns, in one transaction. */
function keepOnly(
	{ store, newId, clock }: RotationDeps,
	choose: (rows: readonly EncryptionKeyTable[]) => Buffer,
): Promise<number> {
	return store.commit(async ({ db }) => {
		await lockEncryptionKeys(db);
		const kept = keyId(choose(await listEncryptionKeys(db)));
		const forgotten = await deleteOtherEncryptionKeys(db, kept);
		const entry = { action: 'encryption.keys_forgotten' as const, target: kept, details: { forgotten } };
		await recordAudit(db, newId, { actor: COMMAND_LINE, at: clock.now() }, entry);
		return forgotten;
	});
}

function rotatedMeanwhile(): ExplainedError {
	return new ExplainedError(
		'Another command replaced the encryption key meanwhile, and this one changed nothing. Run it again to replace the key once more.',
	);
}
