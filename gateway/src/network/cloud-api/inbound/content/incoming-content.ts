import type { MediaType, MessageType } from '../../../../domain/messages/message.ts';
import type { MessageDetails } from '../../../../domain/messages/message-details.ts';

/** The content of a received message. */
export interface IncomingContent {
	type: MessageType;
	/** The text; for media the caption, or a description; for the other kinds a description. */
	content: string;
	/** The file of a media message; null: Meta did not send its id. Absent in other messages. */
	file?: MetaFile | null;
	details?: MessageDetails;
}

/** A file of a message that can be downloaded from Meta. */
export interface MetaFile {
	id: string;
	mediaType: MediaType;
	mimeType: string;
	filename: string | null;
	caption: string | null;
}
