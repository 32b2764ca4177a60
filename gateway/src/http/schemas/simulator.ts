import { Type } from 'typebox';
import { FAILURE_CODES, MESSAGE_TEXT_LIMIT, MESSAGE_TYPES } from '../../domain/message.ts';
import { OneOf, Phone } from './fields.ts';

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
		type: Type.Optional(OneOf(MESSAGE_TYPES, { default: 'text' })),
		content: Type.String({ minLength: 1, maxLength: MESSAGE_TEXT_LIMIT, examples: ['Hello'] }),
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
