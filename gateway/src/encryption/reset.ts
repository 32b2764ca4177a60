import type { NewId, WebhookId } from '../domain/ids.ts';
import { createSealer } from '../lib/crypto/sealer.ts';
import { COMMAND_LINE, recordAudit } from '../store/access/audit-log.ts';
import { deleteTotpSecrets } from '../store/access/users.ts';
import { addEncryptionKey, deleteEncryptionKeys } from '../store/encryption/encryption-keys.ts';
import {
	countSealedSessionValues,
	deleteProxyUrls,
	deleteSealedSessionValues,
	listWebhookSecrets,
	replaceWebhookSecrets,
} from '../store/encryption/stored-secrets.ts';
import type { Store } from '../store/store.ts';
import { makeWebhookSecret, sealWebhookSecret } from '../webhooks/signing/secret.ts';
import { wrapDataKey, type DataKeyDeps } from './data-key.ts';
import { createKeyFile, findEncryptionKey, KEY_SIZE, type KeyLocation } from './key-file.ts';

export interface Discarded {
	/** The webhooks that have a new secret. */
	webhooks: WebhookId[];
	/** How many values of network sessions were deleted. */
	sessionValues: number;
	/** How many people lost their authenticator app. */
	authenticatorApps: number;
}

/**
 * Starts again with the key in use, where the key that opened the data key is lost: every webhook gets a new secret, and
 * the sealed sessions of networks and the authenticator apps of people are deleted. No gateway may run.
 */
export async function resetEncryption(
	store: Store,
	location: KeyLocation,
	{ clock, entropy, newId }: DataKeyDeps & { newId: NewId },
): Promise<Discarded> {
	const key = findEncryptionKey(location) ?? createKeyFile(location.dataFolder, entropy);
	const dataKey = entropy(KEY_SIZE);
	const sealer = createSealer(dataKey, entropy);
	return store.commit(async ({ db }) => {
		const webhooks = await listWebhookSecrets(db);
		const sessionValues = await countSealedSessionValues(db);
		await deleteSealedSessionValues(db);
		await deleteProxyUrls(db);
		const authenticatorApps = await deleteTotpSecrets(db);
		await replaceWebhookSecrets(
			db,
			webhooks.map(({ id }) => ({
				id,
				secret: sealWebhookSecret(sealer, id, makeWebhookSecret(entropy)),
				previous_secret: null,
			})),
		);
		await deleteEncryptionKeys(db);
		const row = wrapDataKey(dataKey, key.bytes, { clock, entropy });
		await addEncryptionKey(db, row);
		const details = { webhooks: webhooks.length, sessionValues, authenticatorApps };
		const entry = { action: 'encryption.reset' as const, target: row.id, details };
		await recordAudit(db, newId, { actor: COMMAND_LINE, at: row.created_at }, entry);
		return { webhooks: webhooks.map(({ id }) => id), sessionValues, authenticatorApps };
	});
}
