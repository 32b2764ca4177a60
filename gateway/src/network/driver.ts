import type { InstanceId, MessageId } from '../domain/ids.ts';
import type { DisconnectReason } from '../domain/instance.ts';
import type { FailureCode, MessageFailure, MessageStatus, MessageType } from '../domain/message.ts';

/** Who an instance is on its network. */
export interface NetworkProfile {
	phone: string;
	profileName: string | null;
	profilePicUrl: string | null;
}

/** A message the gateway hands to a network. Its id travels along, so that a network can tell a repetition. */
export interface OutgoingMessage {
	id: MessageId;
	chatId: string;
	/** Phone, or group JID. */
	to: string;
	type: MessageType;
	content: string;
	quotedMessageId: string | null;
}

/** A message that arrived from a network. */
export interface IncomingMessage {
	/** The network's identifier; the same message reported twice has the same one. */
	networkId: string;
	chatId: string;
	/** Phone of the sender. */
	from: string;
	contactName: string | null;
	type: MessageType;
	content: string;
	/** Epoch milliseconds. */
	at: number;
}

/** What a network tells about an instance. */
export type NetworkEvent =
	| { kind: 'qr'; text: string; expiresAt: number }
	| { kind: 'connected'; profile: NetworkProfile }
	| { kind: 'disconnected'; reason: DisconnectReason }
	| { kind: 'message'; message: IncomingMessage }
	| { kind: 'receipt'; messageId: MessageId; status: 'delivered' | 'read'; at: number }
	| { kind: 'failure'; messageId: MessageId; failure: MessageFailure; at: number };

/** A sent message the network may still report on. */
export interface UnsettledMessage extends OutgoingMessage {
	status: MessageStatus;
}

/** What the gateway offers a driver for one instance. */
export interface NetworkHost {
	/**
	 * Takes what the network told. Resolves when all of it is durable, in one transaction: only then may the
	 * driver acknowledge to its network.
	 */
	report(events: readonly NetworkEvent[]): Promise<void>;
	/** Values that outlive the connection, by keys of the driver's choosing; a written record is one transaction. */
	session: {
		read(key: string): Promise<string | null>;
		write(values: Readonly<Record<string, string | null>>): Promise<void>;
	};
	/** What was sent in earlier connections and has no final status yet, oldest first. */
	unsettled(): Promise<UnsettledMessage[]>;
}

/** One instance's open connection to its network. */
export interface NetworkConnection {
	/**
	 * Resolves when the network has taken the message over. Throws a NetworkRefusal when the network will never
	 * take this message; any other error means it could not be told, and the message stays queued.
	 */
	send(message: OutgoingMessage): Promise<{ networkId: string }>;
	/** Milliseconds to the network and back, as last seen. */
	latency(): number;
	/** Ends the connection and keeps the session; nothing is reported any more. */
	close(): Promise<void>;
}

/**
 * Turns instances into connections. It knows nothing of HTTP, webhooks or SQL. Both ways to begin resolve as soon
 * as there is a connection to hand back, and never wait for a report: reports are taken only from then on.
 */
export interface NetworkDriver {
	/** Starts linking a device: QR codes are reported, and refreshed when they expire, until one is scanned. */
	link(instanceId: InstanceId, host: NetworkHost): Promise<NetworkConnection>;
	/** Opens the connection again with the session of an earlier link. */
	resume(instanceId: InstanceId, host: NetworkHost): Promise<NetworkConnection>;
}

/** The network's final no to one message; becomes the error of its message.failed event. */
export class NetworkRefusal extends Error {
	readonly code: FailureCode;

	constructor(failure: MessageFailure) {
		super(failure.message);
		this.name = 'NetworkRefusal';
		this.code = failure.code;
	}
}
