import { Type } from 'typebox';
import { FAILURE_CODES } from '../../../../domain/messages/message.ts';
import { GROUP_JID_PATTERN, PERSON_ID_PATTERN } from '../../../../domain/phone.ts';
import { NullablePhone, OneOf } from '../../../../http/server/schemas/fields.ts';
import { ARRIVING_FIELDS, QuotedMessageId } from '../content/schema.ts';

/** The id of a group, or of the chat with a phone or with a person without a phone number. */
const CHAT_PATTERN = `${GROUP_JID_PATTERN}|${PERSON_ID_PATTERN}|^[0-9]{5,32}@s\\.whatsapp\\.net$`;

export const ReceiveMessageBody = Type.Object(
	{
		from: NullablePhone,
		senderId: Type.Optional(
			Type.String({
				pattern: PERSON_ID_PATTERN,
				description: 'The sender when `from` is null: a person without a phone number, …@lid or …@bsuid.',
				examples: ['123456789012345@lid'],
			}),
		),
		contactName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
		chatId: Type.Optional(
			Type.String({
				pattern: CHAT_PATTERN,
				description: 'A group JID for a message in a group; absent: the chat with the sender.',
			}),
		),
		networkId: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 64,
				description:
					"The network's own id of the message: the gateway records a message that arrives twice only once.",
			}),
		),
		username: Type.Optional(
			Type.String({ minLength: 1, maxLength: 100, description: 'The username of the sender.' }),
		),
		quotedMessageId: QuotedMessageId,
		...ARRIVING_FIELDS,
	},
	{ additionalProperties: false },
);

export const ReceiptBody = Type.Object(
	{
		status: OneOf(['delivered', 'read', 'failed']),
		error: Type.Optional(
			Type.Object(
				{ code: OneOf(FAILURE_CODES), message: Type.Optional(Type.String({ maxLength: 500 })) },
				{ additionalProperties: false, description: 'Why the message failed, when status is failed.' },
			),
		),
	},
	{ additionalProperties: false },
);
