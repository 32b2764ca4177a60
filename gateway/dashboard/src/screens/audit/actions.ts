const WORDS: Readonly<Record<string, string | undefined>> = {
	'owner.set_up': 'Password set by the one-time link',
	'owner.reset': 'New one-time link printed',
	'owner.signed_in': 'Signed in',
	'owner.sign_in_failed': 'Wrong password',
	'owner.signed_out': 'Signed out',
	'owner.password_changed': 'Password changed',
	'user.set_up': 'Password set by the one-time link',
	'user.signed_in': 'Signed in',
	'user.sign_in_failed': 'Sign-in refused',
	'user.signed_out': 'Signed out',
	'user.password_changed': 'Password changed',
	'user.invited': 'User invited',
	'user.updated': 'User changed',
	'user.removed': 'User removed',
	'user.link_made': 'New one-time link made',
	'user.sessions_ended': 'Sessions of a user ended',
	'totp.added': 'Authenticator app added',
	'totp.removed': 'Authenticator app removed',
	'passkey.added': 'Passkey added',
	'passkey.removed': 'Passkey removed',
	'recovery_codes.made': 'Recovery codes made',
	'recovery_code.used': 'Recovery code used',
	'session.confirmed': 'Identity confirmed',
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
	'webhook.deliveries_retried': 'Deliveries retried',
	'webhook.deliveries_skipped': 'Deliveries skipped',
	'webhook.test_sent': 'Edited delivery sent as a test',
	'webhook.paused': 'Webhook paused',
	'delivery.retried': 'Delivery retried',
	'delivery.skipped': 'Delivery skipped',
	'webhook.queue_skipped': 'Deliveries of a chat skipped',
	'alert.acknowledged': 'Alert acknowledged',
	'alert.muted': 'Alert muted',
	'alert.unmuted': 'Alert unmuted',
};

/** Returns the description of an action; for an unknown action, its name in words: `Key pair: turned over`. */
export function wordsFor(action: string): string {
	const known = Object.hasOwn(WORDS, action) ? WORDS[action] : undefined;
	if (known !== undefined) return known;
	const words = action.replaceAll('_', ' ').replaceAll('.', ': ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
