/** The state of the stand-in, and the requests it has received. */
export interface World {
	tokens: Set<string>;
	businesses: Map<string, Template[]>;
	numbers: Map<string, PhoneNumber>;
	media: Map<string, StoredMedia>;
	/** Uploads of the Resumable Upload API that have begun, by their ids, and the handles of those that are complete. */
	uploads: Map<string, { type: string; length: number }>;
	handles: Set<string>;
	/** Meta's ids of all messages, sent and received, which replies and reactions can refer to. */
	messageIds: Set<string>;
	failures: Failure[];
	requests: RecordedRequest[];
	/** Delayed responses to messages and uploads, in order; null while responses are not held. */
	heldResponses: (() => void)[] | null;
	/** Makes identifiers unique. */
	counter: number;
}

export interface PhoneNumber {
	id: string;
	display_phone_number: string;
	verified_name: string;
	code_verification_status: 'VERIFIED' | 'NOT_VERIFIED' | 'EXPIRED';
	quality_rating: string;
	/** The people it has blocked, and those who wrote to it: Meta blocks only the latter. Phone numbers. */
	blocked: Set<string>;
	writers: Set<string>;
	profile: { about: string; profile_picture_url?: string };
	/** Its webhook; set once the challenge is answered. */
	subscription: { url: string; appSecret: string } | null;
}

/** A message template as GET message_templates lists it. */
export interface Template {
	id: string;
	name: string;
	language: string;
	status: string;
	category: string;
	parameter_format?: string;
	components: readonly Record<string, unknown>[];
}

export interface StoredMedia {
	mimeType: string;
	bytes: Buffer;
	/** The URL to report in place of the true one. */
	url?: string;
}

/** The operation of a request. */
export type Purpose =
	| 'number'
	| 'templates'
	| 'messages'
	| 'media'
	| 'media_url'
	| 'download'
	| 'block'
	| 'profile'
	| 'upload_session'
	| 'upload';

/** The failure of the next requests for a purpose; `times` is counted down. */
export interface Failure {
	on: Purpose;
	times: number;
	/** Only requests with this in their path, such as the id of a file. */
	of?: string;
	/** Only messages to this recipient. */
	to?: string;
	/** Breaks the connection in place of a response. */
	cut?: boolean;
	/** Responds with an HTML page, like an intermediary. */
	plain?: boolean;
	/** The bytes of the response (latin1), headers included. */
	raw?: string;
	/** Keeps the connection open after `raw`. */
	open?: boolean;
	status?: number;
	code?: number;
	subcode?: number;
	message?: string;
	details?: string;
	/** Seconds. */
	retryAfter?: number;
}

export interface RecordedRequest {
	purpose: Purpose;
	method: string;
	path: string;
	query: Record<string, string>;
	/** The parsed body; of an upload, its fields. */
	body: unknown;
	/** The schema errors of the body, or null. */
	violation: string | null;
	/** Meta's id of the message, if the response contains one. */
	wamid?: string;
	/** Meta's id of the file, if the response contains one. */
	mediaId?: string;
}

export const BUSINESS = '102290129340398';
export const NUMBER = '106540352242922';
export const UNVERIFIED_NUMBER = '106540352242923';
export const SECOND_NUMBER = '106540352242924';
export const TOKEN = 'EAAG-a-token-of-the-stand-in-that-nobody-may-see';

export function createWorld(): World {
	const number = (id: string, display: string, verified: PhoneNumber['code_verification_status']) => ({
		id,
		display_phone_number: display,
		verified_name: 'Jaspers Market',
		code_verification_status: verified,
		quality_rating: 'GREEN',
		blocked: new Set<string>(),
		writers: new Set<string>(),
		profile: { about: 'Hey there! I am using WhatsApp.' },
		subscription: null,
	});
	return {
		tokens: new Set([TOKEN]),
		businesses: new Map([[BUSINESS, [...TEMPLATES]]]),
		numbers: new Map([
			[NUMBER, number(NUMBER, '+1 555-078-3881', 'VERIFIED')],
			[UNVERIFIED_NUMBER, number(UNVERIFIED_NUMBER, '+1 555-078-3882', 'NOT_VERIFIED')],
			[SECOND_NUMBER, number(SECOND_NUMBER, '+1 555-078-3883', 'VERIFIED')],
		]),
		media: new Map(),
		uploads: new Map(),
		handles: new Set(),
		messageIds: new Set(),
		failures: [],
		requests: [],
		heldResponses: null,
		counter: 0,
	};
}

const TEMPLATES: readonly Template[] = [
	template('1', 'hello_world', 'en_US', 'APPROVED', [
		{ type: 'HEADER', format: 'TEXT', text: 'Hello World' },
		{ type: 'BODY', text: 'Welcome and congratulations!!' },
		{ type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
	]),
	template('2', 'order_update', 'en_US', 'APPROVED', [
		{
			type: 'BODY',
			text: 'Hello {{1}}, there is news about your order {{2}}.',
			example: { body_text: [['Ada', '17']] },
		},
	]),
	template('3', 'invoice_ready', 'en_US', 'APPROVED', [
		{ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://example.com/a.jpg'] } },
		{ type: 'BODY', text: 'Your invoice over {{1}} is ready.' },
		{
			type: 'BUTTONS',
			buttons: [{ type: 'URL', text: 'Open', url: 'https://example.com/invoices/{{1}}', example: ['17'] }],
		},
	]),
	template('4', 'spring_sale', 'en_US', 'PENDING', [{ type: 'BODY', text: 'Our spring sale has begun.' }]),
	{
		...template('5', 'named_greeting', 'de', 'APPROVED', [
			{ type: 'BODY', text: 'Hallo {{first_name}}, danke für {{order}}.' },
		]),
		parameter_format: 'NAMED',
	},
	template('6', 'brochure', 'en_US', 'PAUSED', [
		{ type: 'HEADER', format: 'DOCUMENT' },
		{ type: 'BODY', text: 'Here is our brochure.' },
	]),
];

function template(
	id: string,
	name: string,
	language: string,
	status: string,
	components: Template['components'],
): Template {
	const category = name === 'spring_sale' ? 'MARKETING' : 'UTILITY';
	return { id, name, language, status, category, parameter_format: 'POSITIONAL', components };
}
