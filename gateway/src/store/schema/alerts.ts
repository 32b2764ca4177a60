import type { Generated } from 'kysely';
import type { AlertKind, NoticeKind } from '../../domain/alerts/alert.ts';
import type { AlertId, InstanceId, NoticeId, WebhookId } from '../../domain/ids.ts';
import type { DisconnectReason, InstanceStatus } from '../../domain/instances/instance.ts';
import type { Time } from './column-types.ts';

/** An alert: a condition that holds, or held once. At most one alert of a kind and a subject is not resolved. */
export interface AlertTable {
	id: AlertId;
	kind: AlertKind;
	/** The id of the webhook or the instance, the host name of a disk, or empty: the gateway as a whole. */
	subject: string;
	instance_id: InstanceId | null;
	webhook_id: WebhookId | null;
	message: string;
	advice: string;
	since: Time;
	/** When a gateway last found that the condition holds; kept for disks only, which one gateway alone can see. */
	seen_at: Time;
	/** Since when the condition is gone; null: it holds. */
	cleared_at: Time | null;
	/** When the alert ended; null: it is firing. */
	resolved_at: Time | null;
	/** How often the condition came back before it was gone for long enough. */
	recurrences: Generated<number>;
	/** When its begin, or the last reminder of it, was sent; null: not yet, because it is muted. */
	notified_at: Time | null;
	acknowledged_at: Time | null;
	/** The name of the person or the key that acknowledged it. */
	acknowledged_by: string | null;
	/** Until when no notice of it is sent, nor of a later alert of the same kind and subject; null: it is not muted. */
	muted_until: Time | null;
}

export const NOTICE_STATUSES = ['pending', 'sent', 'failed', 'superseded'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

/** A mail about an alert that is sent, or has to be. */
export interface AlertNoticeTable {
	id: NoticeId;
	alert_id: AlertId;
	kind: NoticeKind;
	/** Tries so far; the claim of a notice counts one. */
	attempts: Generated<number>;
	/** When it is tried next; null: it is finished. During a try it is when the claim ends. */
	due_at: Time | null;
	finished_at: Time | null;
	/** `superseded`: the alert ended before it could be sent. */
	status: Generated<NoticeStatus>;
	/** The error of the last try, or the recipients that the server refused. */
	error: string | null;
}

/** A change of an instance's status, at a time. */
export interface InstanceStatusChangeTable {
	/** Increases with every change. */
	number: Generated<number>;
	instance_id: InstanceId;
	at: Time;
	status: InstanceStatus;
	reason: DisconnectReason | null;
}
