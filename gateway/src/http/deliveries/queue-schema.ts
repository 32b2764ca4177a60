import { Type, type Static } from 'typebox';
import {
	IdOf,
	Limit,
	NullableString,
	NullableTimestamp,
	Recipient,
	Timestamp,
} from '../server/schemas/fields.ts';
import { CursorPagination } from '../server/schemas/responses.ts';

export const ChatQueue = Type.Object({
	instanceId: IdOf('inst', 'The instance.'),
	chatId: Type.String({ description: 'The chat.' }),
	waiting: Type.Integer({ description: 'Number of deliveries that wait for an earlier one.' }),
	collecting: Type.Integer({ description: 'Number of messages that are being collected.' }),
	oldestAt: Type.String({ ...Timestamp, description: 'When the oldest of its deliveries was created.' }),
	deliveryId: NullableString({
		description: 'The delivery that is next; null: messages are being collected.',
	}),
	nextAttemptAt: Type.Unsafe<string | null>({
		...NullableTimestamp,
		description:
			'When it is attempted, or when the collected messages are delivered; null: an attempt is under way.',
	}),
});
export type ChatQueue = Static<typeof ChatQueue>;

export const ChatQueuePage = Type.Object({
	queues: Type.Array(ChatQueue),
	pagination: CursorPagination,
});

export const QueuesQuery = Type.Object(
	{
		limit: Limit,
		before: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 400,
				description: 'nextCursor of the previous page.',
			}),
		),
	},
	{ additionalProperties: false },
);

export const SkipQueueBody = Type.Object(
	{ instanceId: IdOf('inst', 'The instance.'), chatId: Recipient },
	{ additionalProperties: false },
);

export const Skipped = Type.Object({
	skipped: Type.Integer({ description: 'Number of cancelled deliveries.' }),
});
