const WORDS: Record<string, string> = {
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

/** What was done, in words; an action this page does not know of is shown by its name. */
export function wordsFor(action: string): string {
	return WORDS[action] ?? action;
}
