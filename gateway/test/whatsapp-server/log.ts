/** What happened, in order. */
export interface Log {
	/** What phones received and could read. */
	received: Received[];
	/** The files of what phones received, by message. */
	files: Map<string, Buffer>;
	/** Receipts of clients. */
	receipts: LoggedReceipt[];
	/** Acknowledgements of clients. */
	acks: LoggedAck[];
	/** Who is shown to be typing, or at hand. */
	presences: LoggedPresence[];
	/** What clients asked, as `<xmlns> <tag>`, and how often. */
	queries: Map<string, number>;
	/** What phones could not read, and asked for again. */
	unreadable: Unreadable[];
	/** What clients did that WhatsApp's own server would not take. */
	violations: string[];
	/** What the media host was asked. */
	mediaRequests: LoggedMediaRequest[];
	/** What phones were asked to upload again, and to tell again. */
	askedOfPhone: LoggedAskOfPhone[];
	logins: number;
	messages: number;
}

/** A message as a phone shows it. */
export interface Received {
	/** Phone that received it. */
	by: string;
	/** Phone the sender is linked to. */
	from: string;
	/** Group, or null. */
	group: string | null;
	id: string;
	type: string;
	/** The text, or the caption. */
	text: string | null;
	quoted: { id: string; from: string | null; text: string | null } | null;
	file: { mimeType: string; filename: string | null; bytes: number; sha256: string } | null;
	/** How it was encrypted. */
	sealed: string;
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
	/** The host the client meant. */
	host: string;
	path: string;
}

export interface LoggedAskOfPhone {
	account: string;
	/** The message it is about. */
	id: string;
	what: 'message' | 'file';
}

export interface LoggedPresence {
	account: string;
	/** Chat; null where it is about being at hand. */
	to: string | null;
	state: string;
}

/** A log of nothing yet. */
export function createLog(): Log {
	return {
		received: [],
		files: new Map(),
		receipts: [],
		acks: [],
		presences: [],
		queries: new Map(),
		unreadable: [],
		violations: [],
		mediaRequests: [],
		askedOfPhone: [],
		logins: 0,
		messages: 0,
	};
}
