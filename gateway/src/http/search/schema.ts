import { Type, type Static } from 'typebox';
import { MESSAGE_DIRECTIONS, MESSAGE_TYPES } from '../../domain/messages/message.ts';
import { HistoryItem, HistoryQuery } from '../chats/schema.ts';
import {
	ChatId,
	IdOf,
	NOT_BLANK,
	NullableString,
	NullableTimestamp,
	OneOf,
} from '../server/schemas/fields.ts';
import { CursorPagination } from '../server/schemas/responses.ts';

/** Most characters of a search: enough for a sentence. */
const SEARCH_LIMIT = 200;

const { phone, limit, before, after } = HistoryQuery.properties;

export const SearchQueryParameters = Type.Object(
	{
		q: Type.String({
			minLength: 1,
			maxLength: SEARCH_LIMIT,
			pattern: NOT_BLANK,
			description:
				'Words that a text must all have, in any order; case and accents do not matter. The last word may be the beginning of one, unless a space follows it. Of scripts without spaces between words, any part.',
			examples: ['opening hou'],
		}),
		instanceId: Type.Optional(
			Type.String({ minLength: 1, maxLength: 64, description: 'Only its messages; absent: those of all.' }),
		),
		chatId: Type.Optional(ChatId('Only this chat; needs "instanceId".')),
		phone,
		direction: Type.Optional(OneOf(MESSAGE_DIRECTIONS)),
		type: Type.Optional(OneOf(MESSAGE_TYPES)),
		limit,
		before,
		after,
	},
	{ additionalProperties: false },
);

const MatchRange = Type.Object({
	start: Type.Integer({ description: 'Where the match begins in the text, in UTF-16 code units.' }),
	end: Type.Integer({ description: 'The code unit after its last one.' }),
});

export const FoundMessageItem = Type.Object({
	...HistoryItem.properties,
	instanceId: IdOf('inst', 'The instance that sent or received it.'),
	contactName: NullableString({ description: 'Name of the chat, as the list of chats has it.' }),
	snippet: Type.Object(
		{
			text: Type.String({
				description: 'The part of its text, or of the name of its file, around the first match.',
			}),
			matches: Type.Array(MatchRange),
		},
		{ description: 'The matches in it.' },
	),
});
export type FoundMessageItem = Static<typeof FoundMessageItem>;

export const SearchPage = Type.Object({
	success: Type.Boolean(),
	data: Type.Array(FoundMessageItem),
	pagination: CursorPagination,
	index: Type.Object(
		{
			complete: Type.Boolean({ description: 'Whether all messages are searched.' }),
			searchedFrom: Type.Unsafe<string | null>({
				...NullableTimestamp,
				description:
					'While the gateway fills the index after an upgrade: messages older than this cannot be found yet; otherwise null.',
			}),
		},
		{ description: 'The progress of the text index.' },
	),
});
