import type { HistoryItem } from '../../api/types.ts';
import type { InteractiveOption } from './interactive-parts.ts';

/** The parts that few messages have, under the names of the API. */
export type ShownDetails = Pick<
	HistoryItem,
	| 'voice'
	| 'duration'
	| 'location'
	| 'contacts'
	| 'order'
	| 'reply'
	| 'interactive'
	| 'albumId'
	| 'unsupported'
	| 'mentions'
	| 'forwarded'
	| 'ephemeral'
	| 'referral'
> & { poll?: Pick<NonNullable<HistoryItem['poll']>, 'question' | 'options' | 'selectable'> };

/** The reaction of one person. */
export interface ShownReaction {
	emoji: string;
	/** The name of the person; `You` for the viewer. */
	name: string;
	isMine: boolean;
}

/** How many people have selected an option of a poll. */
export interface ShownCount {
	option: string;
	votes: number;
	isMine: boolean;
}

/** The message that another one replies to. */
export interface ShownQuote {
	text: string;
	/** Where to read the quoted message: it is in this conversation, or on another screen; null: nowhere. */
	target: { messageId: string } | { href: string } | null;
}

/** A file of the gateway. */
export interface ShownFile {
	path: string;
	/** Text of the button that downloads a file that cannot be shown or played. */
	label: string;
}

/** A message as a conversation shows it, on the page of an instance and on a simulated phone. */
export interface ShownMessage extends ShownDetails, Pick<HistoryItem, 'messageId' | 'type' | 'content'> {
	/** Whether the viewer's side wrote it; such bubbles are on the right. */
	own: boolean;
	/** Name of the writer; null: the chat has only one other side. */
	writer: string | null;
	quote: ShownQuote | null;
	file: ShownFile | null;
	/** Why the file is missing. */
	fileError?: string | undefined;
	reactions: readonly ShownReaction[];
	counts: readonly ShownCount[];
	/** Buttons or entries of a list in place of those of `interactive`. */
	options?: readonly InteractiveOption[];
	/** Null: it is not deleted. `by`: the name of the person who deleted it; null: not known. */
	deleted: { by: string | null; isMine: boolean } | null;
	isEdited: boolean;
	/** Whether it belongs to the same album as the message before it. */
	continuesAlbum: boolean;
}
