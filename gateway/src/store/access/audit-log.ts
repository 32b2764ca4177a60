import type { AuditId, NewId } from '../../domain/ids.ts';
import type { AuditLogTable, Db } from '../schema.ts';

/** Changes of keys, webhooks and instances, and events of the owner's account. */
export type AuditAction =
	| 'owner.set_up'
	| 'owner.reset'
	| 'owner.signed_in'
	| 'owner.sign_in_failed'
	| 'owner.signed_out'
	| 'owner.password_changed'
	| 'session.revoked'
	| 'sessions.revoked'
	| 'key.created'
	| 'key.revoked'
	| 'instance.created'
	| 'instance.updated'
	| 'instance.connecting'
	| 'instance.disconnected'
	| 'instance.deleted'
	| 'webhook.created'
	| 'webhook.updated'
	| 'webhook.deleted'
	| 'webhook.secret_rotated'
	| 'webhook.deliveries_recovered'
	| 'delivery.retried'
	| 'encryption.key_added'
	| 'encryption.keys_forgotten'
	| 'encryption.reset';

/** The actor of a command on the gateway's own machine. */
export const COMMAND_LINE = 'command line';

/** Who acts, and when. */
export interface Actor {
	/** An API key's id, `owner`, `command line`, or `nobody` after a failed sign-in. */
	actor: string;
	/** Epoch milliseconds. */
	at: number;
}

/** Records an action, in the transaction that performs it. `details` are the changed fields, without secrets. */
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
			action: entry.action,
			target: entry.target,
			details: entry.details === undefined ? null : JSON.stringify(entry.details),
		})
		.execute();
}

/** Newest first; only entries strictly older than the entry `before`. */
export function listAudit(db: Db, limit: number, before?: AuditId): Promise<AuditLogTable[]> {
	const newest = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit);
	return (before === undefined ? newest : newest.where('id', '<', before)).execute();
}
