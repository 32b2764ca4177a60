import { Type, type Static } from 'typebox';
import {
	EMOJI_LIMIT,
	POLL_OPTION_LIMIT,
	POLL_OPTIONS_LIMIT,
} from '../../../../domain/messages/message-details.ts';
import { PERSON_ID_PATTERN } from '../../../../domain/phone.ts';
import { IdOf, Phone, Recipient } from '../../../../http/server/schemas/fields.ts';
import { CONTENT_FIELDS, NewContent, QuotedMessageId } from '../content/schema.ts';

const STRICT = { additionalProperties: false };

/** The acting person: one of the two fields. */
const WHO = {
	from: Type.Optional({
		...Phone,
		description: "The person's phone number; that of the instance: the account's owner, on the phone.",
	}),
	senderId: Type.Optional(
		Type.String({
			pattern: PERSON_ID_PATTERN,
			description: 'A person without a phone number, …@lid or …@bsuid.',
			examples: ['123456789012345@lid'],
		}),
	),
} as const;

const Who = Type.Object(WHO);
export type Who = Static<typeof Who>;

export const OneMessage = Type.Object({
	instanceId: IdOf('inst', 'The instance.'),
	messageId: IdOf('msg', 'A message that it sent or received.'),
});

/** The reaction to a message; null removes it. */
export const Emoji = Type.Unsafe<string | null>({
	type: ['string', 'null'],
	minLength: 1,
	maxLength: EMOJI_LIMIT,
	description: 'Null removes the reaction.',
	examples: ['👍'],
});

/** The selected options of a poll. */
export const Options = Type.Array(Type.String({ minLength: 1, maxLength: POLL_OPTION_LIMIT }), {
	maxItems: POLL_OPTIONS_LIMIT,
	uniqueItems: true,
	description: 'The texts of all selected options; empty: none.',
});

export const ReactionBody = Type.Object({ ...WHO, emoji: Emoji }, STRICT);
export const EditBody = Type.Object({ ...WHO, content: NewContent }, STRICT);
export const DeletionQuery = Type.Object(WHO, STRICT);
export const VoteBody = Type.Object({ ...WHO, options: Options }, STRICT);

export const EchoBody = Type.Object(
	{ to: Recipient, ...CONTENT_FIELDS, quotedMessageId: QuotedMessageId },
	STRICT,
);
