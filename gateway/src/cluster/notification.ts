import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type {
	DeliveryId,
	EventId,
	InstanceId,
	KeyId,
	MessageId,
	ProcessId,
	SessionId,
} from '../domain/ids.ts';

/** A notification to the other gateways: ids of rows that changed. The rows are in the database. */
export interface Notification {
	from: ProcessId;
	/** Instances with queued messages. Without ids the receiver queries the database for them. */
	queued: { instanceId: InstanceId; ids?: MessageId[] }[];
	/** Instances whose state changed. */
	changed: InstanceId[];
	/** Ids of ended sessions and of revoked keys. */
	ended?: SessionId[];
	revoked?: KeyId[];
	/** The sender has subscribers to live feeds, so it needs `events` and `attempted` for a while. */
	wanted?: boolean;
	/** Ids of recorded events, and of deliveries with a new attempt, for live feeds. */
	events?: EventId[];
	attempted?: DeliveryId[];
	/** Some ids of `events` and `attempted` were dropped. */
	interrupted?: boolean;
}

const Ids = Type.Array(Type.String());
const announcement = Compile(
	Type.Object({
		from: Type.String(),
		queued: Type.Array(Type.Object({ instanceId: Type.String(), ids: Type.Optional(Ids) })),
		changed: Ids,
		ended: Type.Optional(Ids),
		revoked: Type.Optional(Ids),
		wanted: Type.Optional(Type.Boolean()),
		events: Type.Optional(Ids),
		attempted: Type.Optional(Ids),
		interrupted: Type.Optional(Type.Boolean()),
	}),
);

/**
 * Parses a notification. Returns null for any other text: other programs on the database, and gateways of another
 * version, may notify the same channel.
 */
export function parseNotification(text: string): Notification | null {
	try {
		const parsed: unknown = JSON.parse(text);
		return announcement.Check(parsed) ? (parsed as Notification) : null;
	} catch {
		return null;
	}
}
