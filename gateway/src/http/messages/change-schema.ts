import { Type } from 'typebox';
import { EMOJI_LIMIT } from '../../domain/messages/message-details.ts';
import { MESSAGE_TEXT_LIMIT } from '../../domain/messages/message.ts';
import { Force } from './schema.ts';
import { IdOf, NullableString, OneOf, Recipient, Timestamp } from '../server/schemas/fields.ts';

export const OneMessage = Type.Object({ messageId: IdOf('msg', 'The message.') });

export const DeleteQuery = Type.Object(
	{
		onlyUnsent: Type.Optional(
			Type.Boolean({
				default: false,
				description:
					'true: only cancels. A sent message stays unchanged, and the response is message_already_sent.',
			}),
		),
	},
	{ additionalProperties: false },
);

export const DeletedMessage = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	outcome: OneOf(['cancelled', 'deleted'], {
		description: 'cancelled: the gateway will not send it. deleted: it was deleted for everyone.',
	}),
});

export const ReactionBody = Type.Object(
	{
		emoji: Type.String({
			minLength: 1,
			maxLength: EMOJI_LIMIT,
			description: 'Exactly one emoji. It replaces an earlier reaction of the instance.',
			examples: ['👍'],
		}),
	},
	{ additionalProperties: false },
);

export const Reaction = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	emoji: NullableString({ description: 'Null: the reaction was removed.' }),
});

export const EditBody = Type.Object(
	{
		message: Type.String({
			minLength: 1,
			maxLength: MESSAGE_TEXT_LIMIT,
			description: 'The new text.',
			examples: ['Your order is on its way. It arrives on Friday.'],
		}),
	},
	{ additionalProperties: false },
);

export const EditedMessage = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	content: Type.String({ description: 'The new text.' }),
	editedAt: Timestamp,
});

export const ForwardBody = Type.Object(
	{
		instanceId: Type.String({ minLength: 1, maxLength: 64, description: 'Sending instance.' }),
		to: Recipient,
		force: Force,
	},
	{ additionalProperties: false },
);
