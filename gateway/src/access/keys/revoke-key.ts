import { GatewayError } from '../../domain/error.ts';
import type { KeyId } from '../../domain/ids.ts';
import { revokeApiKey as revokeRow } from '../../store/access/api-keys.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import type { KeyDeps } from './key-deps.ts';

/** Revokes an API key for an owner, and closes the connections it opened. Throws key_not_found. */
export async function revokeApiKey(
	{ store, clock, newId }: KeyDeps,
	keyId: string,
	actor: string,
): Promise<void> {
	const at = clock.now();
	await store.commit(async ({ db, emit }) => {
		if (!(await revokeRow(db, keyId, at))) {
			throw new GatewayError('key_not_found', 'There is no such key, or it was revoked before.');
		}
		emit({ kind: 'key_revoked', keyId: keyId as KeyId });
		await recordAudit(db, newId, { actor, at }, { action: 'key.revoked', target: keyId });
	});
}
