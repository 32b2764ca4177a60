import type { Generated } from 'kysely';
import type { AlertKind, NoticeKind } from '../../domain/alerts/alert.ts';
import type { AlertId, InstanceId, NoticeId, WebhookId } from '../../domain/ids.ts';
import type { DisconnectReason, InstanceStatus } from '../../domain/instances/instance.ts';
import type { Time } from './column-types.ts';

/** Something that was or is wrong. Of a kind and a subject, at most one is not resolved. */
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
	/** Until then nothing is sent of it, nor of a later alert of the same kind and subject. */
	muted_until: Time | null;
}

export const NOTICE_STATUSES = ['pending', 'sent', 'failed', 'superseded'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

/** What has to be sent by mail of an alert. */
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
	/** Why the last try failed, or which recipients were refused. */
	error: string | null;
}

/** An instance has another status since a time. */
export interface InstanceStatusChangeTable {
	/** Increases with every change. */
	number: Generated<number>;
	instance_id: InstanceId;
	at: Time;
	status: InstanceStatus;
	reason: DisconnectReason | null;
}
