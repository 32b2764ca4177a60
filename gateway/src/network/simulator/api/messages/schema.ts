import { Type } from 'typebox';
import { FAILURE_CODES, MESSAGE_TEXT_LIMIT, SENT_TYPES } from '../../../../domain/message.ts';
import { UNSUPPORTED_REASONS } from '../../../../domain/message-details.ts';
import { GROUP_JID_PATTERN, PERSON_ID_PATTERN } from '../../../../domain/phone.ts';
import { NullablePhone, OneOf, withErrorCode } from '../../../../http/server/fields.ts';

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
				description: "The network's own id of the message: a message that arrives twice is recorded once.",
			}),
		),
		type: Type.Optional(OneOf(SENT_TYPES, { default: 'text' })),
		unsupported: Type.Optional(
			Type.Object(
				{ reason: OneOf(UNSUPPORTED_REASONS) },
				{
					additionalProperties: false,
					description:
						'Why the message cannot be shown; it has no content then. A message whose content is pending becomes an ordinary one when the same networkId arrives again with content.',
				},
			),
		),
		quotedMessageId: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 128,
				description: 'Id of the message in the chat that it replies to.',
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
				description: 'HTTPS URL of the attached file; its kind is the type.',
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
				{ additionalProperties: false, description: 'Why the message failed, when status is failed.' },
			),
		),
	},
	{ additionalProperties: false },
);
