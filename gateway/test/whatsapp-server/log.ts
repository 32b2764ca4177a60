import type { ContactCardMessage, Content, PollMessage } from './wire/wire.ts';

/** The records of the stand-in, in order. */
export interface Log {
	/** Messages that phones received and decrypted. */
	received: Received[];
	/** The files of received messages, by message id. */
	files: Map<string, Buffer>;
	/** Receipts of clients. */
	receipts: LoggedReceipt[];
	/** Acknowledgements of clients. */
	acks: LoggedAck[];
	/** Typing and availability of clients. */
	presences: LoggedPresence[];
	/** The number of queries of clients, by `<xmlns> <tag>`. */
	queries: Map<string, number>;
	/** Reactions of clients to messages that phones wrote, by the id of the message. */
	reactions: Map<string, string>;
	/** Messages that phones could not decrypt and requested again. */
	unreadable: Unreadable[];
	/** The stanzas of clients that WhatsApp's server would reject. */
	violations: string[];
	/** Requests to the media host. */
	mediaRequests: LoggedMediaRequest[];
	/** Requests to phones for a file or for a message without content. */
	phoneRequests: LoggedPhoneRequest[];
	/** Calls that clients rejected. */
	rejections: LoggedRejection[];
	logins: number;
	/** Connections that were rejected while the server was offline. */
	refused: number;
	messages: number;
}

/** A message that a phone shows. */
export interface Received {
	/** Phone that received it. */
	by: string;
	/** Phone the sender is linked to. */
	from: string;
	/** Group JID, or null. */
	group: string | null;
	id: string;
	type: string;
	/** The text, or the caption. */
	text: string | null;
	quoted: { id: string; from: string | null; text: string | null } | null;
	file: { mimeType: string; filename: string | null; bytes: number; sha256: string } | null;
	details: ReceivedDetails;
	/** Later changes by the sender. A deleted message has no text. */
	reaction: string | null;
	isEdited: boolean;
	isDeleted: boolean;
	/** `pkmsg`, `msg` or `skmsg`. */
	ciphertextType: string;
}

/** The content of a message on a phone besides its text, as it was sent. */
export interface ReceivedDetails {
	location?: NonNullable<Content['locationMessage']>;
	contacts?: ContactCardMessage[];
	poll?: PollMessage;
	voice?: true;
	mentions?: string[];
	forwarded?: true;
	/** Seconds after which it disappears. */
	expiration?: number;
}

export interface Unreadable {
	by: string;
	account: string;
	id: string;
	reason: string;
}

export interface LoggedReceipt {
	account: string;
	ids: string[];
	to: string;
	type: string;
	participant: string | null;
}

export interface LoggedAck {
	account: string;
	id: string;
	class: string;
	type: string | null;
	error: string | null;
}

export interface LoggedMediaRequest {
	method: string;
	/** The Host header of the request. */
	host: string;
	path: string;
	/** The port that the client connected from. */
	port: number;
}

export interface LoggedPhoneRequest {
	account: string;
	/** The id of its message. */
	id: string;
	what: 'message' | 'file';
}

export interface LoggedRejection {
	account: string;
	/** Phone of the caller. */
	by: string;
	/** The id of the call. */
	id: string;
}

export interface LoggedPresence {
	account: string;
	/** Chat; null for the availability of the account. */
	to: string | null;
	state: string;
}

export function createLog(): Log {
	return {
		received: [],
		reactions: new Map(),
		files: new Map(),
		receipts: [],
		acks: [],
		presences: [],
		queries: new Map(),
		unreadable: [],
		violations: [],
		mediaRequests: [],
		phoneRequests: [],
		rejections: [],
		logins: 0,
		refused: 0,
		messages: 0,
	};
}
