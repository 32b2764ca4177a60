import { Type, type TSchema } from 'typebox';
import type { ErrorCode } from '../../../domain/error.ts';
import { EVENT_SELECTORS, type EventSelector } from '../../../domain/events/event-kind.ts';
import type { IdPrefix } from '../../../domain/ids.ts';
import {
	CHAT_ID_LIMIT,
	GROUP_JID_PATTERN,
	PERSON_ID_PATTERN,
	PHONE_JID_PATTERN,
	PHONE_PATTERN,
} from '../../../domain/phone.ts';

/** Keyword that marks additions to the specification. */
export const EXTENSION_KEYWORD = 'x-extension';

/** Annotations of JSON Schema and OpenAPI that a field may have. */
interface Annotations {
	description?: string;
	[EXTENSION_KEYWORD]?: boolean;
	default?: unknown;
	examples?: unknown[];
}

/** Keyword for the error code of a wrong value (not a wrong type) of a field, instead of invalid_parameters. */
export const ERROR_CODE_KEYWORD = 'x-error-code';

export const withErrorCode = (code: ErrorCode) => ({ [ERROR_CODE_KEYWORD]: code });
export const EXTENSION = { [EXTENSION_KEYWORD]: true };

/** The pattern of a text with a visible character. */
export const NOT_BLANK = '\\S';

/** One of these words. */
export function OneOf<const T extends string>(values: readonly T[], annotations: object = {}) {
	return Type.Unsafe<T>({ type: 'string', enum: [...values], ...annotations });
}

/**
 * A value or null. Annotations that also hold for null, such as EXTENSION, belong here and not into the schema of the
 * value.
 */
export function Nullable<T extends TSchema>(schema: T, annotations: Annotations = {}) {
	return Type.Union([schema, Type.Null()], { ...annotations });
}

/**
 * An object with any fields. Type.Record would name its fields by the pattern `^.*$`, which matches no name with a line
 * break: the response would lose that field.
 */
export function AnyObject(annotations: Annotations = {}) {
	return Type.Unsafe<Record<string, unknown>>({
		type: 'object',
		additionalProperties: {},
		...annotations,
	});
}

/** A text or null. */
export function NullableString(annotations: Annotations = {}) {
	return Type.Unsafe<string | null>({ type: ['string', 'null'], ...annotations });
}

export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });
export const NullableTimestamp = Type.Unsafe<string | null>({
	type: ['string', 'null'],
	format: 'date-time',
});

/** An id with this prefix. */
export function IdOf(prefix: IdPrefix, description: string) {
	return Type.String({ description, examples: [`${prefix}_01k9z5q7v8w9x0y1z2a3b4c5d6`] });
}

export const Phone = Type.String({
	description: 'Phone number in international format, digits only.',
	pattern: PHONE_PATTERN,
	examples: ['4915112345678'],
	...withErrorCode('invalid_phone_number'),
});

export const NullablePhone = Type.Unsafe<string | null>({ ...Phone, type: ['string', 'null'] });

const PERSON_PATTERNS = [PHONE_PATTERN, PHONE_JID_PATTERN, PERSON_ID_PATTERN];

export const Person = Type.String({
	description:
		'Phone number in international format, digits only, or the chatId or senderId of a person, as the gateway gave it.',
	pattern: PERSON_PATTERNS.join('|'),
	examples: ['4915112345678'],
	...withErrorCode('invalid_phone_number'),
});

export const Recipient = Type.String({
	description:
		'Phone number in international format, digits only, or a chatId or senderId, as the gateway gave it: of a person or a group.',
	pattern: [...PERSON_PATTERNS, GROUP_JID_PATTERN].join('|'),
	examples: ['4915112345678'],
	...withErrorCode('invalid_phone_number'),
});

/** The id of a chat, as the gateway returned it. */
export function ChatId(description: string) {
	return Type.String({
		minLength: 1,
		maxLength: CHAT_ID_LIMIT,
		description,
		examples: ['4915112345678@s.whatsapp.net'],
	});
}

/** Event kinds, each once; `*` is all of them. */
export function EventKinds(description: string) {
	return Type.Array(OneOf<EventSelector>(EVENT_SELECTORS, withErrorCode('invalid_webhook_events')), {
		description,
		uniqueItems: true,
		...withErrorCode('invalid_webhook_events'),
	});
}

export const Limit = Type.Optional(
	Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Items on a page, 1 to 100.' }),
);
/** The largest integer of PostgreSQL, which no list reaches. */
const OFFSET_LIMIT = 2_147_483_647;

export const Offset = Type.Optional(
	Type.Integer({ minimum: 0, maximum: OFFSET_LIMIT, default: 0, description: 'Items to skip.' }),
);
