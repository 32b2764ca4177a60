import { Type } from 'typebox';
import {
	FAILURE_CODES,
	MESSAGE_TEXT_LIMIT,
	SENT_TYPES,
	UNSUPPORTED_REASONS,
} from '../../../../domain/message.ts';
import { GROUP_JID_PATTERN, PERSON_ID_PATTERN } from '../../../../domain/phone.ts';
import { NullablePhone, OneOf, withErrorCode } from '../../../../http/server/fields.ts';

/** The chat with a phone or a person without one, or a group. */
const CHAT_PATTERN = `${GROUP_JID_PATTERN}|${PERSON_ID_PATTERN}|^[0-9]{5,32}@s\\.whatsapp\\.net$`;

export const ReceiveMessageBody = Type.Object(
	{
		from: NullablePhone,
		senderId: Type.Optional(
			Type.String({
				pattern: PERSON_ID_PATTERN,
				description: 'Who writes, with `from` null: a person without a phone number, …@lid or …@bsuid.',
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
				description: 'What the network calls it: one that comes twice is the same message, recorded once.',
			}),
		),
		type: Type.Optional(OneOf(SENT_TYPES, { default: 'text' })),
		unsupported: Type.Optional(
			Type.Object(
				{ reason: OneOf(UNSUPPORTED_REASONS) },
				{
					additionalProperties: false,
					description:
						'It cannot be shown, and why; there is no content then. One that is waiting becomes an ordinary message when the same networkId comes again with content.',
				},
			),
		),
		quotedMessageId: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 128,
				description: 'Id of the message of the chat it replies to.',
			}),
		),
		content: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: MESSAGE_TEXT_LIMIT,
				description: 'The text, or the caption of media; may be absent with mediaUrl or unsupported only.',
				examples: ['Hello'],
			}),
		),
		mediaUrl: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 4096,
				description: 'HTTPS URL of the file that comes with it; its kind is the type.',
				...withErrorCode('invalid_media_url'),
			}),
		),
	},
	{ additionalProperties: false },
);

export const ReceiptBody = Type.Object(
	{
		status: OneOf(['delivered', 'read', 'failed']),
		error: Type.Optional(
			Type.Object(
				{ code: OneOf(FAILURE_CODES), message: Type.Optional(Type.String({ maxLength: 500 })) },
				{ additionalProperties: false, description: 'Why, when status is failed.' },
			),
		),
	},
	{ additionalProperties: false },
);
