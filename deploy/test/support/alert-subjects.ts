/** The alerts by what they are about. A test file provokes those of each subject: `monitoring/<subject>-alerts.test.ts`. */
export const ALERT_SUBJECTS = {
	gateway: ['GatewayDown', 'GatewayNotReady', 'GatewayRestartsOften'],
	instance: [
		'GatewayInstanceDisconnected',
		'GatewayInstanceReconnecting',
		'GatewayInstanceRestricted',
		'GatewayMessageSetAside',
	],
	machine: ['GatewayDiskLow', 'GatewayEventLoopSlow', 'GatewayMediaBucketDown', 'GatewayRequestsRefused'],
	message: ['GatewayMessagesFailing', 'GatewayMessagesWaiting'],
	webhook: [
		'GatewayDeliveriesGivenUp',
		'GatewayDeliveriesOld',
		'GatewayDeliveriesOverdue',
		'GatewayWebhookFailing',
		'GatewayWebhookPaused',
	],
} as const;

export type AlertSubject = keyof typeof ALERT_SUBJECTS;
