import { DAY } from '../duration.ts';

/*
 * The parts of a message beside its text and its file. Drivers fill them from what a network reports, the store keeps
 * them as JSON, and the API returns them under the same names.
 */

/** The reasons why a received message cannot be shown. */
export const UNSUPPORTED_REASONS = [
	'view_once',
	'on_phone_only',
	// Its content has not arrived yet; the gateway has requested it.
	'waiting',
	'undecryptable',
	'unknown',
] as const;
export type UnsupportedReason = (typeof UNSUPPORTED_REASONS)[number];

export const MEDIA_ERROR_CODES = ['media_download_failed', 'media_too_large'] as const;

/** The reason why the file of a received message could not be stored; `message` is a sentence for people. */
export interface MediaError {
	code: (typeof MEDIA_ERROR_CODES)[number];
	message: string;
}

/** A place. */
export interface Location {
	/** Degrees, -90 to 90. */
	latitude: number;
	/** Degrees, -180 to 180. */
	longitude: number;
	name: string | null;
	address: string | null;
	url: string | null;
	/** Whether the sender shares their position for a while; the position is the one at the start. */
	live: boolean;
}

/** A contact that somebody shares in a message. */
export interface ContactCard {
	name: string;
	/** As they stand in the card: not only digits. */
	phones: string[];
	emails: string[];
	/** The card in the vCard format. */
	vcard: string;
}

export interface Poll {
	question: string;
	options: string[];
	/** How many options a person can select. */
	selectable: number;
}

/** The control that a person tapped: a button, an entry of a list, a button of a template, or the end of a flow. */
export const REPLY_KINDS = ['button', 'list', 'template_button', 'flow'] as const;

export interface Reply {
	kind: (typeof REPLY_KINDS)[number];
	/** The id that the sender of the buttons gave; null: the network reports none. */
	id: string | null;
	/** The text that the person saw. */
	title: string;
	/** The answers of a flow; null for the other kinds. */
	data: Record<string, unknown> | null;
}

export interface OrderItem {
	productId: string;
	/** Null: the network does not report it. */
	name: string | null;
	quantity: number;
	/** The price of one item in the currency's unit; null: not known. */
	price: number | null;
}

export interface Order {
	catalogId: string | null;
	/** Empty: the network reports only the total. */
	items: OrderItem[];
	/** In the currency's unit; null: not known. */
	total: { amount: number; currency: string } | null;
}

/** The origin of a conversation: an advertisement, a post or a product. */
export interface Referral {
	kind: 'ad' | 'post' | 'product' | 'other';
	/** The network's id of the advertisement, the post or the product. */
	id: string | null;
	url: string | null;
	title: string | null;
	text: string | null;
	/** Only for a product: the catalog it is in. */
	catalogId?: string;
	/** Only for an advertisement: Meta's click id. */
	clickId?: string;
}

/** A button or an entry of a list in a message that a business sent. */
export interface InteractiveOption {
	/** `reply` is answered in the chat; the others open a page, a call or a list. */
	kind: 'reply' | 'url' | 'phone' | 'copy_code' | 'list' | 'flow' | 'other';
	id: string | null;
	title: string;
	/** The page that it opens, the number that it calls, or the code that it copies. */
	value: string | null;
}

/** The parts of a template, interactive or list message of another business; its words are the content. */
export type ReceivedInteractive = {
	header: string | null;
	body: string | null;
	footer: string | null;
	options: InteractiveOption[];
};

/** Properties that few messages have. A property that a message does not have is absent. */
export interface MessageDetails {
	/** The audio file is a voice note. */
	voice?: true;
	/** Length of an audio or video file in seconds. */
	duration?: number;
	/** Only of type `location`. */
	location?: Location;
	/** Only of type `contacts`. */
	contacts?: ContactCard[];
	/** Only of type `poll`. */
	poll?: Poll;
	/** Only of type `order`. */
	order?: Order;
	reply?: Reply;
	/** Received: see ReceivedInteractive. Sent: the object that the client gave, in the shape of Meta's Cloud API. */
	interactive?: ReceivedInteractive | Record<string, unknown>;
	/** The same for all files of an album. */
	albumId?: string;
	/** Only of type `unsupported`. */
	unsupported?: { reason: UnsupportedReason };
	/** Only of a media message whose file could not be stored. */
	mediaError?: MediaError;
	/** Ids of the people that the text mentions. */
	mentions?: string[];
	forwarded?: true;
	/** The message disappears from the phones after a time that was set for the chat. */
	ephemeral?: true;
	referral?: Referral;
}

/** The details that a message to send can have. `linkPreview` false: no preview of the first link in the text. */
export type SentDetails = Pick<
	MessageDetails,
	'voice' | 'location' | 'contacts' | 'poll' | 'interactive' | 'mentions' | 'forwarded'
> & { linkPreview?: boolean };

/** Longest name of a place, a person or a product, and longest address, in characters. */
export const DETAIL_TEXT_LIMIT = 1000;
/** Most contacts in one message, and most phone numbers or email addresses of one contact. */
export const CONTACTS_LIMIT = 100;
/** Longest vCard of one contact, in characters. */
export const VCARD_LIMIT = 16_384;
export const POLL_QUESTION_LIMIT = 255;
export const POLL_OPTIONS_LIMIT = 12;
export const POLL_OPTION_LIMIT = 100;
/** Most people that one message mentions. */
export const MENTIONS_LIMIT = 256;
/** Most items of an order that are kept. */
export const ORDER_ITEMS_LIMIT = 100;
/** Most options of a received interactive message that are kept. */
export const INTERACTIVE_OPTIONS_LIMIT = 100;
/** Largest serialised `interactive` of a message to send, and largest `reply.data`, in bytes. */
export const INTERACTIVE_LIMIT = 16_384;
/** Longest emoji of a reaction, in UTF-16 code units: a family with skin tones has some 40. */
export const EMOJI_LIMIT = 64;
/** Longest time before a scheduled message is sent, in milliseconds. */
export const SCHEDULE_LIMIT = 30 * DAY;
