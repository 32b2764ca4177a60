import { Type, type TProperties, type TObject } from 'typebox';
import {
	MEDIA_ERROR_CODES,
	REPLY_KINDS,
	UNSUPPORTED_REASONS,
} from '../../domain/messages/message-details.ts';
import {
	AnyObject,
	EXTENSION,
	Nullable,
	NullableString,
	OneOf,
	Timestamp,
} from '../server/schemas/fields.ts';

/** A place (MessageDetails.location). */
export const LocationView = Type.Object({
	latitude: Type.Number({ description: 'Degrees.' }),
	longitude: Type.Number({ description: 'Degrees.' }),
	name: NullableString(),
	address: NullableString(),
	url: NullableString(),
	live: Type.Boolean({ description: 'Whether the sender shares the position for a while.' }),
});

export const ContactCardView = Type.Object({
	name: Type.String(),
	phones: Type.Array(Type.String(), { description: 'As they stand in the card.' }),
	emails: Type.Array(Type.String()),
	vcard: Type.String({ description: 'The card in the vCard format.' }),
});

export const PollView = Type.Object({
	question: Type.String(),
	options: Type.Array(Type.String()),
	selectable: Type.Integer({ description: 'How many options a person can select.' }),
});

export const OrderView = Type.Object({
	catalogId: NullableString(),
	items: Type.Array(
		Type.Object({
			productId: Type.String(),
			name: NullableString(),
			quantity: Type.Number(),
			price: Nullable(Type.Number({ description: "Of one item, in the currency's unit." })),
		}),
	),
	total: Nullable(Type.Object({ amount: Type.Number(), currency: Type.String() })),
});

export const ReplyView = Type.Object({
	kind: OneOf(REPLY_KINDS),
	id: NullableString({ description: 'The id that the sender of the buttons gave.' }),
	title: Type.String({ description: 'The text that the person saw.' }),
	data: Nullable(AnyObject({ description: 'The answers of a flow; else null.' })),
});

export const ReferralView = Type.Object({
	kind: OneOf(['ad', 'post', 'product', 'other']),
	id: NullableString(),
	url: NullableString(),
	title: NullableString(),
	text: NullableString(),
	catalogId: Type.Optional(Type.String()),
	clickId: Type.Optional(Type.String()),
});

/** Why a message of type unsupported cannot be shown. */
export const UnsupportedView = Type.Object({ reason: OneOf(UNSUPPORTED_REASONS) });

/** Why the file of a received message is not available. */
export const MediaErrorView = Type.Object({
	code: OneOf(MEDIA_ERROR_CODES),
	message: Type.String({ description: 'A sentence for people.' }),
});

/** The object, marked as an addition to the specification. */
function addition<Properties extends TProperties>({ properties }: TObject<Properties>) {
	return Type.Object(properties, EXTENSION);
}

/** How many people have selected each option of a poll. */
export const PollCounts = Type.Array(
	Type.Object({
		option: Type.String(),
		votes: Type.Integer({ description: 'How many people selected it.' }),
	}),
	{ description: 'The votes so far, in the order of the options.', ...EXTENSION },
);

/** The reaction of one person to a message. */
export const ReactionView = Type.Object({
	emoji: Type.String({ examples: ['👍'] }),
	senderId: Type.String({ description: 'Who reacted; the account itself where isFromMe is true.' }),
	isFromMe: Type.Boolean(),
	timestamp: Timestamp,
});

/** A text of a message before an edit. */
export const EditView = Type.Object({
	content: Type.String({ description: 'The text that the edit replaced.' }),
	timestamp: Timestamp,
});

/** The parts that few messages have (MessageDetails), as properties of a message or of an event. */
export const MESSAGE_DETAILS = {
	voice: Type.Optional(
		Type.Boolean({ description: 'Whether the audio file is a voice note.', ...EXTENSION }),
	),
	duration: Type.Optional(Type.Number({ description: 'Seconds, of an audio or video file.', ...EXTENSION })),
	location: Type.Optional(addition(LocationView)),
	contacts: Type.Optional(Type.Array(ContactCardView, EXTENSION)),
	poll: Type.Optional(addition(PollView)),
	order: Type.Optional(addition(OrderView)),
	reply: Type.Optional(addition(ReplyView)),
	interactive: Type.Optional(
		AnyObject({
			description: 'Buttons and lists: those that another business sent, or those of this sent message.',
			...EXTENSION,
		}),
	),
	albumId: Type.Optional(Type.String({ description: 'The same for all files of an album.', ...EXTENSION })),
	unsupported: Type.Optional(addition(UnsupportedView)),
	mediaError: Type.Optional(addition(MediaErrorView)),
	mentions: Type.Optional(
		Type.Array(Type.String(), { description: 'Ids of the people it mentions.', ...EXTENSION }),
	),
	forwarded: Type.Optional(Type.Boolean(EXTENSION)),
	ephemeral: Type.Optional(
		Type.Boolean({ description: 'Whether it disappears from the phones after a time.', ...EXTENSION }),
	),
	referral: Type.Optional(addition(ReferralView)),
} as const;
