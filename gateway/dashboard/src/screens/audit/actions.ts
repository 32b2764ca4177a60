import type { AuditAction } from '../../../../src/store/access/audit-log.ts';

const WORDS: Record<AuditAction, string> = {
	'owner.set_up': 'Password set by the one-time link',
	'owner.reset': 'New one-time link printed',
	'owner.signed_in': 'Signed in',
	'owner.sign_in_failed': 'Wrong password',
	'owner.signed_out': 'Signed out',
	'owner.password_changed': 'Password changed',
	'session.revoked': 'Session ended',
	'sessions.revoked': 'Signed out everywhere',

	'key.created': 'Key created',
	'key.revoked': 'Key revoked',
	'instance.created': 'Instance created',
	'instance.updated': 'Instance changed',
	'instance.connecting': 'Instance connected',
	'instance.disconnected': 'Instance disconnected',
	'instance.deleted': 'Instance deleted',
	'webhook.created': 'Webhook created',
	'webhook.updated': 'Webhook changed',
	'webhook.deleted': 'Webhook deleted',
	'webhook.secret_rotated': 'Signing secret rotated',
	'webhook.deliveries_recovered': 'Failed deliveries recovered',
	'delivery.retried': 'Delivery retried',
};

/** Returns the description of an action; for an unknown action, its name. */
export function wordsFor(action: string): string {
	return action in WORDS ? WORDS[action as AuditAction] : action;
}
