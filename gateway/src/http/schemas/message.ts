import { Type, type Static } from 'typebox';
import { FAILURE_CODES, MESSAGE_STATUSES, MESSAGE_TEXT_LIMIT } from '../../domain/message.ts';
import { IdOf, NullableTimestamp, OneOf, Recipient, Timestamp } from './fields.ts';

export const SendMessageBody = Type.Object(
	{
		instanceId: Type.String({ minLength: 1, maxLength: 64, description: 'Sending instance.' }),
		to: Recipient,
		message: Type.String({
			minLength: 1,
			maxLength: MESSAGE_TEXT_LIMIT,
			description: 'Text content.',
			examples: ['Your order is on its way.'],
		}),
		quotedMessageId: Type.Optional(
			Type.String({ minLength: 1, maxLength: 128, description: 'Id of the message replied to.' }),
		),
		metadata: Type.Optional(
			Type.Record(Type.String(), Type.Unknown(), {
				description: 'Custom data returned in webhooks; at most 4 KiB serialised.',
			}),
		),
	},
	{ additionalProperties: false },
);

export const SendMessageResponse = Type.Object({
	success: Type.Boolean(),
	messageId: IdOf('msg', 'The accepted message.'),
	status: OneOf(MESSAGE_STATUSES),
	timestamp: Timestamp,
});

export const MessageStatusRecord = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	status: OneOf(MESSAGE_STATUSES),
	to: Type.String({ description: 'Recipient phone, or group JID.' }),
	sentAt: NullableTimestamp,
	deliveredAt: NullableTimestamp,
	readAt: NullableTimestamp,
	error: Type.Optional(
		Type.Object(
			{ code: OneOf(FAILURE_CODES), message: Type.String() },
			{ description: 'Present when status is failed.' },
		),
	),
});
export type MessageStatusRecord = Static<typeof MessageStatusRecord>;
