import type { AuditId, NewId } from '../../domain/ids.ts';
import type { AuditLogTable, Db } from '../schema.ts';

/** What somebody did to a key, a webhook or an instance, and how the owner came and went. */
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
	| 'delivery.retried';

/** The actor of what is done on the gateway's own machine. */
export const COMMAND_LINE = 'command line';

/** Who does it, when: a key's id, `owner`, or `command line`; `nobody` who failed to sign in. */
export interface Actor {
	actor: string;
	at: number;
}

/** Notes an act in the transaction that does it. `details` name what was set, never a secret. */
export async function recordAudit(
	db: Db,
	newId: NewId,
	{ actor, at }: Actor,
	act: { action: AuditAction; target: string; details?: Readonly<Record<string, unknown>> },
): Promise<void> {
	await db
		.insertInto('audit_log')
		.values({
			id: newId('aud'),
			at,
			actor,
			action: act.action,
			target: act.target,
			details: act.details === undefined ? null : JSON.stringify(act.details),
		})
		.execute();
}

/** Newest first; `before` is the id of an entry: only strictly older ones. */
export function listAudit(db: Db, limit: number, before?: AuditId): Promise<AuditLogTable[]> {
	const newest = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit);
	return (before === undefined ? newest : newest.where('id', '<', before)).execute();
}
