import type { InstanceId, WebhookId } from '../ids.ts';

/** The kinds of conditions that the gateway raises alerts for. */
export const ALERT_KINDS = [
	'webhook_failing',
	'instance_disconnected',
	'instance_restricted',
	'messages_waiting',
	'deliveries_waiting',
	'disk_filling',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The kinds of notices of an alert: it begins, it still lasts, or it ended. */
export const NOTICE_KINDS = ['firing', 'reminder', 'resolved'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A condition that needs the attention of a person now. There is at most one of a kind and a subject. */
export interface Condition {
	kind: AlertKind;
	/** The id of the webhook or the instance, the host name of a disk, or empty: the gateway as a whole. */
	subject: string;
	instanceId: InstanceId | null;
	webhookId: WebhookId | null;
	/** The problem, as a sentence. */
	message: string;
	/** The remedy, as a sentence. */
	advice: string;
	/** When it began, in epoch milliseconds. */
	since: number;
}

/** The path of the page's screen on which a person resolves an alert. */
export function screenOf({ kind, subject }: { kind: AlertKind; subject: string }): string {
	switch (kind) {
		case 'webhook_failing':
			return `/webhooks/${subject}`;
		case 'instance_disconnected':
		case 'instance_restricted':
			return `/instances/${subject}`;
		case 'messages_waiting':
			return '/instances';
		case 'deliveries_waiting':
			return '/webhooks';
		case 'disk_filling':
			return '/usage';
	}
}
