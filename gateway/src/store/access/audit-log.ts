import type { AuditId, KeyId, NewId } from '../../domain/ids.ts';
import type { AuditLogTable, Db } from '../schema.ts';
import { findApiKey } from './api-keys.ts';
import { findUser } from './users.ts';

/** Changes of keys, webhooks, instances and alerts, and events of people's accounts. */
export type AuditAction =
	| 'user.set_up'
	| 'user.invited'
	| 'user.link_made'
	| 'user.updated'
	| 'user.removed'
	| 'user.signed_in'
	| 'user.sign_in_failed'
	| 'user.signed_out'
	| 'user.password_changed'
	| 'user.sessions_ended'
	| 'totp.added'
	| 'totp.removed'
	| 'passkey.added'
	| 'passkey.removed'
	| 'recovery_codes.made'
	| 'recovery_code.used'
	| 'session.confirmed'
	| 'session.revoked'
	| 'sessions.revoked'
	| 'key.created'
	| 'key.revoked'
	| 'instance.created'
	| 'instance.updated'
	| 'instance.connecting'
	| 'instance.passkey_answered'
	| 'instance.disconnected'
	| 'instance.deleted'
	| 'webhook.created'
	| 'webhook.updated'
	| 'webhook.deleted'
	| 'webhook.secret_rotated'
	| 'webhook.deliveries_recovered'
	| 'webhook.deliveries_retried'
	| 'webhook.deliveries_skipped'
	| 'webhook.test_sent'
	| 'webhook.paused'
	| 'delivery.retried'
	| 'delivery.skipped'
	| 'webhook.queue_skipped'
	| 'alert.acknowledged'
	| 'alert.muted'
	| 'alert.unmuted'
	| 'encryption.key_added'
	| 'encryption.keys_forgotten'
	| 'encryption.reset';

/** The actor of a command on the gateway's own machine. */
export const COMMAND_LINE = 'command line';
/** The actor of actions that the gateway performs by itself. */
export const GATEWAY = 'gateway';

/** Who acts, and when. */
export interface Actor {
	/** The id of a person or an API key, `command line`, `gateway`, or `nobody` after a failed sign-in. */
	actor: string;
	/** Epoch milliseconds. */
	at: number;
}

/**
 * Records an action, in the transaction that performs it, with the name the actor has now: people and keys may be
 * renamed or removed later. `details` are the changed fields, without secrets.
 */
export async function recordAudit(
	db: Db,
	newId: NewId,
	{ actor, at }: Actor,
	entry: { action: AuditAction; target: string; details?: Readonly<Record<string, unknown>> },
): Promise<void> {
	await db
		.insertInto('audit_log')
		.values({
			id: newId('aud'),
			at,
			actor,
			actor_name: await nameOfActor(db, actor),
			action: entry.action,
			target: entry.target,
			details: entry.details === undefined ? null : JSON.stringify(entry.details),
		})
		.execute();
}

/** The name that a person or an API key has now; null: the actor is neither, or does not exist any more. */
export async function nameOfActor(db: Db, actor: string): Promise<string | null> {
	if (actor.startsWith('usr_')) return (await findUser(db, actor))?.name ?? null;
	return actor.startsWith('key_') ? ((await findApiKey(db, actor as KeyId))?.name ?? null) : null;
}

/** Lists entries of the audit log, newest first; `before`: only entries older than this one. */
export function listAudit(db: Db, limit: number, before?: AuditId): Promise<AuditLogTable[]> {
	const newest = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit);
	return (before === undefined ? newest : newest.where('id', '<', before)).execute();
}
