import { Type, type Static } from 'typebox';
import { MESSAGE_TEXT_LIMIT, SENT_TYPES } from '../../../../domain/messages/message.ts';
import {
	CONTACTS_LIMIT,
	DETAIL_TEXT_LIMIT,
	INTERACTIVE_OPTIONS_LIMIT,
	MENTIONS_LIMIT,
	ORDER_ITEMS_LIMIT,
	POLL_OPTION_LIMIT,
	POLL_OPTIONS_LIMIT,
	POLL_QUESTION_LIMIT,
	REPLY_KINDS,
	UNSUPPORTED_REASONS,
	VCARD_LIMIT,
} from '../../../../domain/messages/message-details.ts';
import { AnyObject, Nullable, OneOf, Person, withErrorCode } from '../../../../http/server/schemas/fields.ts';

const STRICT = { additionalProperties: false };

const Text = (maxLength = DETAIL_TEXT_LIMIT) => Type.String({ minLength: 1, maxLength });
/** Null counts as absent, so that clients can send back values that the gateway returned. */
const OptionalText = (maxLength = DETAIL_TEXT_LIMIT) =>
	Type.Optional(Nullable(Type.String({ maxLength, description: 'Null or absent: none.' })));
const OptionalPrice = Type.Optional(
	Nullable(Type.Number({ minimum: 0, maximum: 1e9, description: 'Null or absent: not known.' })),
);

const Location = Type.Object(
	{
		latitude: Type.Number({ minimum: -90, maximum: 90 }),
		longitude: Type.Number({ minimum: -180, maximum: 180 }),
		name: OptionalText(),
		address: OptionalText(),
		url: OptionalText(),
		live: Type.Optional(Type.Boolean({ default: false, description: 'The position is shared for a while.' })),
	},
	{ ...STRICT, description: 'A place. The type is `location`.' },
);

const Contact = Type.Object(
	{
		name: Text(),
		phones: Type.Optional(Type.Array(Text(100), { maxItems: CONTACTS_LIMIT })),
		emails: Type.Optional(Type.Array(Text(320), { maxItems: CONTACTS_LIMIT })),
		vcard: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: VCARD_LIMIT,
				description: 'Absent: made of the other fields.',
			}),
		),
	},
	STRICT,
);

const Poll = Type.Object(
	{
		question: Text(POLL_QUESTION_LIMIT),
		options: Type.Array(Text(POLL_OPTION_LIMIT), {
			minItems: 2,
			maxItems: POLL_OPTIONS_LIMIT,
			uniqueItems: true,
		}),
		selectable: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: POLL_OPTIONS_LIMIT,
				default: 1,
				description: 'How many options a person can select.',
			}),
		),
	},
	{ ...STRICT, description: 'The type is `poll`.' },
);

const Order = Type.Object(
	{
		catalogId: OptionalText(),
		items: Type.Optional(
			Type.Array(
				Type.Object(
					{
						productId: Text(),
						name: OptionalText(),
						quantity: Type.Integer({ minimum: 1, maximum: 1e6 }),
						price: OptionalPrice,
					},
					STRICT,
				),
				{ maxItems: ORDER_ITEMS_LIMIT },
			),
		),
		total: Type.Optional(
			Nullable(
				Type.Object(
					{
						amount: Type.Number({ minimum: 0, maximum: 1e12 }),
						currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
					},
					STRICT,
				),
			),
		),
	},
	{ ...STRICT, description: 'The type is `order`.' },
);

const Referral = Type.Object(
	{
		kind: OneOf(['ad', 'post', 'product', 'other']),
		id: OptionalText(),
		url: OptionalText(),
		title: OptionalText(),
		text: OptionalText(),
		catalogId: Type.Optional(Text()),
		clickId: Type.Optional(Text()),
	},
	{ ...STRICT, description: 'The advertisement, post or product that the message came from.' },
);

const Reply = Type.Object(
	{
		kind: OneOf(REPLY_KINDS),
		id: OptionalText(),
		title: Text(),
		data: Type.Optional(Nullable(AnyObject({ description: 'The answers of a flow.' }))),
	},
	{ ...STRICT, description: 'The option that the person tapped. Without `content`, its title is the text.' },
);

const Interactive = Type.Object(
	{
		header: OptionalText(MESSAGE_TEXT_LIMIT),
		body: OptionalText(MESSAGE_TEXT_LIMIT),
		footer: OptionalText(MESSAGE_TEXT_LIMIT),
		options: Type.Optional(
			Type.Array(
				Type.Object(
					{
						kind: OneOf(['reply', 'url', 'phone', 'copy_code', 'list', 'flow', 'other']),
						id: OptionalText(),
						title: Text(),
						value: OptionalText(),
					},
					STRICT,
				),
				{ maxItems: INTERACTIVE_OPTIONS_LIMIT },
			),
		),
	},
	{ ...STRICT, description: 'The parts of a message of another business. Its words are the text.' },
);

/** The fields of a message's content, without its sender and its chat. */
export const CONTENT_FIELDS = {
	type: Type.Optional(
		OneOf([...SENT_TYPES, 'order'], {
			description: 'Absent: the type by the other fields, else text. Required with mediaUrl.',
		}),
	),
	content: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: MESSAGE_TEXT_LIMIT,
			description: 'The text, or the caption of media. Required unless another field determines the type.',
			examples: ['Hello'],
		}),
	),
	mediaUrl: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 4096,
			description: 'HTTPS URL of the attached file, or the mediaUrl of an upload; its kind is the type.',
			...withErrorCode('invalid_media_url'),
		}),
	),
	voice: Type.Optional(Type.Boolean({ description: 'Whether an audio file is a voice note.' })),
	duration: Type.Optional(
		Type.Number({ minimum: 0, maximum: 86_400, description: 'Seconds, of an audio or video file.' }),
	),
	albumId: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 128,
			description: 'The same for all pictures and videos of an album.',
		}),
	),
	location: Type.Optional(Location),
	contacts: Type.Optional(
		Type.Array(Contact, { minItems: 1, maxItems: CONTACTS_LIMIT, description: 'The type is `contacts`.' }),
	),
	poll: Type.Optional(Poll),
	order: Type.Optional(Order),
	mentions: Type.Optional(
		Type.Array(Person, {
			maxItems: MENTIONS_LIMIT,
			description: 'Phone numbers or ids of the people whom the text mentions.',
		}),
	),
	forwarded: Type.Optional(Type.Boolean()),
	ephemeral: Type.Optional(Type.Boolean({ description: 'Whether it disappears after a time.' })),
	referral: Type.Optional(Referral),
} as const;

/** The further fields of messages that arrive at an instance. */
export const ARRIVING_FIELDS = {
	...CONTENT_FIELDS,
	reply: Type.Optional(Reply),
	interactive: Type.Optional(Interactive),
	unsupported: Type.Optional(
		Type.Object(
			{ reason: OneOf(UNSUPPORTED_REASONS) },
			{
				...STRICT,
				description:
					'Why the message cannot be shown; it has no content then. A message whose content is pending becomes an ordinary one when the same networkId arrives again with content.',
			},
		),
	),
} as const;

/** The content of a message in a request. */
export type WrittenFields = Static<ReturnType<typeof Type.Object<typeof ARRIVING_FIELDS>>>;

export const QuotedMessageId = Type.Optional(
	Type.String({
		minLength: 1,
		maxLength: 128,
		description: 'Id of the message in the same chat that it replies to.',
	}),
);

/** The new text or caption of a message. */
export const NewContent = Type.String({ minLength: 1, maxLength: MESSAGE_TEXT_LIMIT });
