import { Type } from 'typebox';
import { FAILURE_CODES, MESSAGE_TEXT_LIMIT, MESSAGE_TYPES } from '../../domain/message.ts';
import { OneOf, Phone, withErrorCode } from './fields.ts';

export const ReceiveMessageBody = Type.Object(
	{
		from: Phone,
		contactName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
		chatId: Type.Optional(
			Type.String({
				pattern: '^[0-9]{5,32}@(g\\.us|s\\.whatsapp\\.net)$',
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
		type: Type.Optional(OneOf(MESSAGE_TYPES, { default: 'text' })),
		content: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: MESSAGE_TEXT_LIMIT,
				description: 'The text, or the caption of media; may be absent with mediaUrl only.',
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
