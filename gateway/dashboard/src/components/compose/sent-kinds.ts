/** A place to send. */
export interface NewLocation {
	latitude: number;
	longitude: number;
	name?: string;
	address?: string;
}

/** A contact to send; the gateway makes its card. */
export interface NewContact {
	name: string;
	phones: string[];
	emails?: string[];
}

/** A poll to send. */
export interface NewPoll {
	question: string;
	options: string[];
	selectable: number;
}

/** The content of a message that is neither a text nor a file. */
export type KindFields = { location: NewLocation } | { contacts: [NewContact] } | { poll: NewPoll };

/** The type as which a file is sent. */
export type FileKind = 'file' | 'sticker' | 'voice';
