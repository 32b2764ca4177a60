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

/** What one gateway tells the others: where to look. What happened is in the database. */
export interface Notification {
	from: ProcessId;
	/** Instances with messages to send, and which; without ids they have to be looked for. */
	queued: { instanceId: InstanceId; ids?: MessageId[] }[];
	/** Instances whose state changed. */
	changed: InstanceId[];
	/** Sessions that ended, and keys that were revoked. */
	ended?: SessionId[];
	revoked?: KeyId[];
	/** Somebody there listens: tell it for a while what happens. */
	wanted?: boolean;
	/** What happened, for those who listen. */
	events?: EventId[];
	attempted?: DeliveryId[];
	/** There was more than is told. */
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
 * Reads an announcement. Null for anything else: every program on the database may notify this channel, and so may a
 * gateway of another version.
 */
export function parseNotification(text: string): Notification | null {
	try {
		const parsed: unknown = JSON.parse(text);
		return announcement.Check(parsed) ? (parsed as Notification) : null;
	} catch {
		return null;
	}
}
