import { createHmac } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { sealText, unsealText } from '../lib/crypto/sealed-text.ts';
import { CannotUnseal, createSealer } from '../lib/crypto/sealer.ts';
import { sessionPlace } from '../network/session/encrypted-session.ts';
import type { RandomBytes } from '../runtime/system.ts';
import {
	addEncryptionKey,
	listEncryptionKeys,
	lockEncryptionKeys,
} from '../store/encryption/encryption-keys.ts';
import {
	holdsSealedValues,
	listWebhookSecrets,
	replaceWebhookSecrets,
	sampleSealedSessions,
} from '../store/encryption/stored-secrets.ts';
import type { Db, EncryptionKeyTable } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { sealWebhookSecret } from '../webhooks/signing/secret.ts';
import {
	createKeyFile,
	findEncryptionKey,
	KEY_SIZE,
	keyFileOf,
	type EncryptionKey,
	type KeyLocation,
} from './key-file.ts';

/*
 * Secrets in the database are sealed with one random data key. The database holds that key sealed ("wrapped") with the
 * operator's key, so that the operator's key changes without a change of what is sealed. Processes unwrap it once.
 */

/** The key does not open the database's data key. */
export class WrongEncryptionKey extends ExplainedError {
	constructor(what: string) {
		super(
			`${what} Start the gateway with the key it had; if that key is lost, see "The encryption key" in docs/operations.md.`,
		);
		this.name = 'WrongEncryptionKey';
	}
}

export interface DataKeyDeps {
	clock: Clock;
	entropy: RandomBytes;
}

/**
 * Returns the data key of the database. The first start creates it, and the key file where no key is configured, but
 * not where the database contains values sealed with another key. Throws WrongEncryptionKey.
 */
export async function openDataKey(
	store: Pick<Store, 'read' | 'commit' | 'maintenance'>,
	location: KeyLocation,
	deps: DataKeyDeps,
): Promise<Buffer> {
	const rows = await listEncryptionKeys(store.read);
	const found = findEncryptionKey(location);
	if (found !== null && isFor(rows, found)) return unwrapDataKey(rows, found, location.dataFolder);
	const dataKey = await store.commit(async ({ db }) => {
		await lockEncryptionKeys(db);
		const others = await listEncryptionKeys(db);
		// Another process may have created both since, or replaced both between the two reads above.
		const key = findEncryptionKey(location);
		if (others.length > 0) return unwrapDataKey(others, key, location.dataFolder);
		if (key === null && (await holdsSealedValues(db))) throw keyMissing(location.dataFolder);
		return createDataKey(db, key ?? createKeyFile(location.dataFolder, deps.entropy), deps);
	});
	// The write-ahead log holds the webhook secrets as an earlier version stored them.
	await store.maintenance.checkpoint();
	return dataKey;
}

/**
 * Creates the data key, and seals what an earlier version stored, in one transaction: a crash leaves all or nothing. An
 * earlier version sealed network sessions with the operator's key itself, which becomes the data key.
 */
async function createDataKey(db: Db, key: EncryptionKey, { clock, entropy }: DataKeyDeps): Promise<Buffer> {
	const dataKey = (await opensSessions(db, key, entropy)) ? key.bytes : entropy(KEY_SIZE);
	const sealer = createSealer(dataKey, entropy);
	const webhooks = await listWebhookSecrets(db);
	// The columns hold texts until this transaction.
	const seal = (id: (typeof webhooks)[number]['id'], secret: unknown) =>
		sealWebhookSecret(sealer, id, secret as string);
	await replaceWebhookSecrets(
		db,
		webhooks.map(({ id, secret, previous_secret: previous }) => ({
			id,
			secret: seal(id, secret),
			previous_secret: previous === null ? null : seal(id, previous),
		})),
	);
	await addEncryptionKey(db, wrapDataKey(dataKey, key.bytes, { clock, entropy }));
	return dataKey;
}

/** Whether the key opens a network session of an earlier version; false where there is none. */
async function opensSessions(
	db: Db,
	{ bytes, source }: EncryptionKey,
	entropy: RandomBytes,
): Promise<boolean> {
	const sealer = createSealer(bytes, entropy);
	const samples = await sampleSealedSessions(db);
	for (const { instanceId, key, value } of samples) {
		try {
			sealer.unseal(value, sessionPlace(instanceId, key));
			return true;
		} catch (error) {
			if (!(error instanceof CannotUnseal)) throw error;
		}
	}
	if (samples.length === 0) return false;
	throw new WrongEncryptionKey(
		`The stored network sessions were encrypted with another key than that of ${source}.`,
	);
}

/**
 * Returns an identifier of the database, derived from its data key, which stays the same when the operator's key
 * changes. It is not secret.
 */
export function installationOf(dataKey: Buffer): string {
	return createHmac('sha256', dataKey).update('installation').digest('base64url');
}

/** Returns the row of the data key for one key of the operator. */
export function wrapDataKey(
	dataKey: Buffer,
	key: Buffer,
	{ clock, entropy }: DataKeyDeps,
): EncryptionKeyTable {
	const id = keyId(key);
	const wrapped = sealText(createSealer(key, entropy), dataKey.toString('base64'), placeOf(id));
	return { id, wrapped_data_key: wrapped, created_at: clock.now() };
}

/** Returns the data key. Throws WrongEncryptionKey. */
export function unwrapDataKey(
	rows: readonly EncryptionKeyTable[],
	key: EncryptionKey | null,
	dataFolder: string,
): Buffer {
	if (key === null) throw keyMissing(dataFolder);
	const id = keyId(key.bytes);
	const row = rows.find((one) => one.id === id);
	if (row === undefined) {
		throw new WrongEncryptionKey(`The database is encrypted with another key than that of ${key.source}.`);
	}
	try {
		const sealer = createSealer(key.bytes, failsToSeal);
		return Buffer.from(unsealText(sealer, row.wrapped_data_key, placeOf(id)), 'base64');
	} catch (error) {
		if (!(error instanceof CannotUnseal)) throw error;
		throw new WrongEncryptionKey('The table encryption_keys of the database is damaged: restore a backup.');
	}
}

/** Whether one of the rows is for a key. */
function isFor(rows: readonly EncryptionKeyTable[], { bytes }: EncryptionKey): boolean {
	const id = keyId(bytes);
	return rows.some((row) => row.id === id);
}

function keyMissing(dataFolder: string): WrongEncryptionKey {
	return new WrongEncryptionKey(
		`The database is encrypted, but GATEWAY_ENCRYPTION_KEY is not set and ${keyFileOf(dataFolder)} does not exist.`,
	);
}

/** A fingerprint, which names a key without revealing it. */
export function keyId(key: Buffer): string {
	return createHmac('sha256', key).update('messaging-gateway encryption key').digest('hex').slice(0, 16);
}

function placeOf(id: string): string {
	return `encryption_keys/${id}`;
}

function failsToSeal(): never {
	throw new Error('This sealer only unseals.');
}
