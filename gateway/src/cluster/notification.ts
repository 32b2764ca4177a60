import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DeliveryId, EventId, InstanceId, KeyId, ProcessId, SessionId } from '../domain/ids.ts';

/** A notification of one gateway to the others. It contains ids of rows, which the others read from the database. */
export interface Notification {
	from: ProcessId;
	/** Chats with queued messages; without `chatIds`, any chats of the instance. */
	queued: { instanceId: InstanceId; chatIds?: string[] }[];
	/** Instances whose state changed. */
	changed: InstanceId[];
	/** Instances whose chats were changed, such as archived; absent: of an earlier version. */
	rearranged?: InstanceId[];
	/** Chats whose notes changed, each as `<instanceId> <chatId>`. */
	noted?: string[];
	/** Alerts changed. */
	alerts?: boolean;
	/** Sessions that ended, and keys that were revoked. */
	ended?: SessionId[];
	revoked?: KeyId[];
	/** A client is subscribed to events there: the others notify it of events and deliveries for a while. */
	wanted?: boolean;
	/** Recorded events, and attempted deliveries. */
	events?: EventId[];
	attempted?: DeliveryId[];
	/** There were more events or deliveries than the notifications name. */
	interrupted?: boolean;
	/** Simulated time was moved forward. */
	moved?: boolean;
}

const Texts = Type.Array(Type.String());
const notification = Compile(
	Type.Object({
		from: Type.String(),
		queued: Type.Array(Type.Object({ instanceId: Type.String(), chatIds: Type.Optional(Texts) })),
		changed: Texts,
		ended: Type.Optional(Texts),
		revoked: Type.Optional(Texts),
		rearranged: Type.Optional(Texts),
		noted: Type.Optional(Texts),
		alerts: Type.Optional(Type.Boolean()),
		wanted: Type.Optional(Type.Boolean()),
		events: Type.Optional(Texts),
		attempted: Type.Optional(Texts),
		interrupted: Type.Optional(Type.Boolean()),
		moved: Type.Optional(Type.Boolean()),
	}),
);

/**
 * Reads a notification. Returns null for any other text: every program on the database may notify this channel, and so
 * may a gateway of another version.
 */
export function parseNotification(text: string): Notification | null {
	try {
		const parsed: unknown = JSON.parse(text);
		return notification.Check(parsed) ? (parsed as Notification) : null;
	} catch {
		return null;
	}
}
