import { Type } from 'typebox';
import {
	CONTACTS_LIMIT,
	DETAIL_TEXT_LIMIT,
	MENTIONS_LIMIT,
	POLL_OPTION_LIMIT,
	POLL_OPTIONS_LIMIT,
	POLL_QUESTION_LIMIT,
	VCARD_LIMIT,
} from '../../domain/messages/message-details.ts';
import { EXTENSION, Person } from '../server/schemas/fields.ts';

const closed = { additionalProperties: false };

const optionalText = (description: string, examples: string[] = []) =>
	Type.Optional(
		Type.Unsafe<string | null>({
			type: ['string', 'null'],
			maxLength: DETAIL_TEXT_LIMIT,
			description,
			...(examples.length === 0 ? {} : { examples }),
		}),
	);

/** A place to send. */
export const SentLocation = Type.Object(
	{
		latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees.', examples: [48.2104] }),
		longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees.', examples: [16.3655] }),
		name: optionalText('Name of the place.', ['Café Central']),
		address: optionalText('Its address.', ['Herrengasse 14, Vienna']),
		url: optionalText('A page about it; not shown by the official API.', ['https://example.com/']),
	},
	{ ...closed, ...EXTENSION, description: 'A place, in place of message.' },
);

/** No number contains a control character, which could end a line of the card. */
const PHONE_OF_CARD = '^[^\\u0000-\\u001f\\u007f]*[0-9][^\\u0000-\\u001f\\u007f]*$';
const EMAIL_OF_CARD = '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+$';

/** A contact to send. */
export const SentContact = Type.Object(
	{
		name: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: DETAIL_TEXT_LIMIT,
				description: 'Required without vcard.',
				examples: ['Ada Lovelace'],
			}),
		),
		phones: Type.Optional(
			Type.Array(
				Type.String({
					minLength: 3,
					maxLength: 64,
					pattern: PHONE_OF_CARD,
					description: 'A phone number, such as +44 20 7946 0000, without control characters.',
					examples: ['+44 20 7946 0000'],
				}),
				{
					maxItems: CONTACTS_LIMIT,
					description: 'With the country code, so that phones offer to write to them.',
				},
			),
		),
		emails: Type.Optional(
			Type.Array(
				Type.String({
					minLength: 3,
					maxLength: 254,
					pattern: EMAIL_OF_CARD,
					description: 'An email address, such as ada@example.com.',
					examples: ['ada@example.com'],
				}),
				{ maxItems: CONTACTS_LIMIT },
			),
		),
		vcard: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: VCARD_LIMIT,
				description:
					'The card in the vCard format, which the gateway sends unchanged; absent: the gateway creates one from the other fields. It needs the name and one phone or email.',
			}),
		),
	},
	{ ...closed, examples: [{ name: 'Ada Lovelace', phones: ['+44 20 7946 0000'] }] },
);

export const SentContacts = Type.Array(SentContact, {
	minItems: 1,
	maxItems: CONTACTS_LIMIT,
	description: 'Contacts, in place of message.',
	examples: [[{ name: 'Ada Lovelace', phones: ['+44 20 7946 0000'] }]],
	...EXTENSION,
});

/** A poll to send. */
export const SentPoll = Type.Object(
	{
		question: Type.String({
			minLength: 1,
			maxLength: POLL_QUESTION_LIMIT,
			examples: ['Where shall we eat?'],
		}),
		options: Type.Array(Type.String({ minLength: 1, maxLength: POLL_OPTION_LIMIT }), {
			minItems: 2,
			maxItems: POLL_OPTIONS_LIMIT,
			description: 'The answers, no two alike.',
			examples: [['Pizza', 'Pasta']],
		}),
		selectable: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: POLL_OPTIONS_LIMIT,
				default: 1,
				description: 'How many options a person can select, at most all.',
			}),
		),
	},
	{ ...closed, ...EXTENSION, description: 'A poll, in place of message.' },
);

export const Mentions = Type.Array(Person, {
	minItems: 1,
	maxItems: MENTIONS_LIMIT,
	description:
		'People whom the text mentions: phones or ids. In the text a mention is written as @ and the part of the id before its @.',
	examples: [['4915112345678']],
	...EXTENSION,
});
