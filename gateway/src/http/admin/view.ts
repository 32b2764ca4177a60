import type { Static } from 'typebox';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import type { Scope } from '../../domain/scope.ts';
import { endOf, type OwnerCaller } from '../../owner/session.ts';
import type { ApiKeyRow, OwnerSessionRow } from '../../store/schema.ts';
import type { CurrentSession, Key, NewKey, Session } from './schema.ts';

/** The caller's session, with the CSRF token that its writes need. */
export function currentSessionView({ session, csrfToken }: OwnerCaller): Static<typeof CurrentSession> {
	return {
		sessionId: session.id,
		csrfToken,
		createdAt: timestamp(session.created_at),
		expiresAt: timestamp(endOf(session)),
	};
}

export function sessionView(session: OwnerSessionRow, current: OwnerCaller): Static<typeof Session> {
	return {
		sessionId: session.id,
		current: session.id === current.id,
		createdAt: timestamp(session.created_at),
		lastUsedAt: timestamp(session.last_used_at),
		expiresAt: timestamp(endOf(session)),
		address: session.address,
		userAgent: session.user_agent,
	};
}

/** A key without its value, which is stored nowhere. */
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
