import { GatewayError } from '../../domain/error.ts';
import type { InstanceId, KeyId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { inRanges, parseRange } from '../../lib/guarded-http/address.ts';
import { constantTimeEqual } from '../../lib/crypto/constant-time.ts';
import { hashApiKey } from './api-key.ts';
import type { ApiKeyRow } from '../../store/schema.ts';
import type { Find } from '../../lib/concurrency/coalesce.ts';

/** The sender of a request with a key. */
export interface KeyCaller {
	kind: 'key';
	id: KeyId;
	/** The name of the caller in the audit log. */
	actor: KeyId;
	/** Null: full access. */
	scopes: readonly Scope[] | null;
	/** The instances that exist for it; null: all. */
	instanceIds: readonly InstanceId[] | null;
	lastUsedAt: number | null;
}

/**
 * Identifies the sender of a request by its key. Throws missing_api_key, invalid_api_key, expired_api_key,
 * ip_not_allowed. (Specification, Authentication.)
 */
export async function authenticate(
	findKey: Find<ApiKeyRow>,
	request: { authorization: string | undefined; address: string; now: number },
): Promise<KeyCaller> {
	const key = /^Bearer (\S+)$/i.exec(request.authorization ?? '')?.[1];
	if (key === undefined) {
		throw new GatewayError(
			'missing_api_key',
			'Send your API key in the header "Authorization: Bearer <API_KEY>".',
		);
	}
	const hash = hashApiKey(key);
	const row = await findKey(hash);
	if (row === undefined || !constantTimeEqual(row.hash, hash) || row.revoked_at !== null) {
		throw new GatewayError('invalid_api_key', 'This API key is not valid, or was revoked. Use another one.');
	}
	if (row.expires_at !== null && row.expires_at <= request.now) {
		throw new GatewayError('expired_api_key', 'This API key has expired. Use a new one.');
	}
	if (row.allowed_ips !== null) {
		const ranges = (JSON.parse(row.allowed_ips) as string[]).map(parseRange);
		if (!inRanges(request.address, ranges)) {
			throw new GatewayError('ip_not_allowed', 'This API key may not be used from your address.');
		}
	}
	const scopes = row.scopes === null ? null : (JSON.parse(row.scopes) as Scope[]);
	const instanceIds = row.instance_ids === null ? null : (JSON.parse(row.instance_ids) as InstanceId[]);
	return { kind: 'key', id: row.id, actor: row.id, scopes, instanceIds, lastUsedAt: row.last_used_at };
}
