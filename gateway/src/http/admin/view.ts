import type { Static } from 'typebox';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { Scope } from '../../domain/access/scope.ts';
import type { ApiKeyRow } from '../../store/schema.ts';
import type { Key, NewKey } from './schema.ts';

/** A key without its value, which the gateway does not store. */
export function keyView(key: ApiKeyRow): Static<typeof Key> {
	return {
		keyId: key.id,
		name: key.name,
		hint: key.hint,
		scopes: key.scopes === null ? null : (JSON.parse(key.scopes) as Scope[]),
		instanceIds: key.instance_ids === null ? null : (JSON.parse(key.instance_ids) as string[]),
		allowedIps: key.allowed_ips === null ? null : (JSON.parse(key.allowed_ips) as string[]),
		createdAt: timestamp(key.created_at),
		expiresAt: timestampOrNull(key.expires_at),
		lastUsedAt: timestampOrNull(key.last_used_at),
		revokedAt: timestampOrNull(key.revoked_at),
	};
}

/** A key that was just created, with its value. */
export function newKeyView({ row, value }: { row: ApiKeyRow; value: string }): Static<typeof NewKey> {
	return { ...keyView(row), key: value };
}
