import { Type } from 'typebox';
import { CHAT_OWNERS } from '../../domain/chats/chat.ts';
import { MESSAGE_DIRECTIONS, MESSAGE_TYPES } from '../../domain/messages/message.ts';
import {
	MAX_COLLECT_SECONDS,
	MAX_RATE_PER_SECOND,
	MIN_COLLECT_SECONDS,
} from '../../domain/webhooks/webhook.ts';
import {
	FILTER_CHATS_LIMIT,
	FILTER_TEXT_LIMIT,
	type WebhookFilter as Filter,
} from '../../domain/webhooks/webhook-filter.ts';
import { ChatId, EXTENSION, OneOf } from '../server/schemas/fields.ts';

/** How a webhook collects the messages of a chat. */
export const WebhookCollect = Type.Object(
	{
		seconds: Type.Integer({
			minimum: MIN_COLLECT_SECONDS,
			maximum: MAX_COLLECT_SECONDS,
			description: `Seconds without a further message of the chat after which they are delivered, ${MIN_COLLECT_SECONDS} to ${MAX_COLLECT_SECONDS}.`,
		}),
	},
	{ additionalProperties: false },
);

const Text = (description: string) =>
	Type.Optional(Type.String({ minLength: 1, maxLength: FILTER_TEXT_LIMIT, description }));

/** The conditions for the text of a message. */
export const WebhookTextFilter = Type.Object(
	{
		contains: Text('A part of the text.'),
		startsWith: Text('The start of the text.'),
		equals: Text('The whole text.'),
	},
	{
		additionalProperties: false,
		description: 'Compared with content, ignoring case. All given conditions must match.',
	},
);

/** The values of which one has to fit. */
function AnyOf<const T extends string>(values: readonly T[], description: string) {
	return Type.Optional(
		Type.Array(OneOf(values), { minItems: 1, maxItems: values.length, uniqueItems: true, description }),
	);
}

/** Chooses the message events of a webhook. */
export const WebhookFilter = Type.Object(
	{
		chats: Type.Optional(
			Type.Array(ChatId('The id of a chat.'), {
				minItems: 1,
				maxItems: FILTER_CHATS_LIMIT,
				uniqueItems: true,
				description: 'Only events of these chats.',
			}),
		),
		types: AnyOf(MESSAGE_TYPES, 'Only messages of these types.'),
		directions: AnyOf(MESSAGE_DIRECTIONS, 'Only events of inbound or of outbound messages.'),
		owners: AnyOf(CHAT_OWNERS, 'Who owns the chat: ["bot"] leaves out what arrives while a person answers.'),
		text: Type.Optional(WebhookTextFilter),
	},
	{ additionalProperties: false },
);

/** Settings of a webhook that decide how events are delivered (additions). */
export const WEBHOOK_SETTINGS = {
	ordered: Type.Boolean({
		description:
			'Whether the delivery of an event waits until the earlier one of the same chat has succeeded or failed for good. Other chats do not wait.',
		...EXTENSION,
	}),
	collect: Type.Union([WebhookCollect, Type.Null()], {
		description:
			'Joins the messages of a chat that arrive one after another into one delivery, with data.messages; null: each message is delivered on its own.',
		...EXTENSION,
	}),
	filter: Type.Unsafe<Filter | null>({
		anyOf: [WebhookFilter, Type.Null()],
		description:
			'Delivers only message events that match every property; null: all. Events that are not of a chat always match.',
		...EXTENSION,
	}),
	ratePerSecond: Type.Union([Type.Integer({ minimum: 1, maximum: MAX_RATE_PER_SECOND }), Type.Null()], {
		description: `Most attempts in a second, retries included, 1 to ${MAX_RATE_PER_SECOND}; null: no limit.`,
		...EXTENSION,
	}),
};
