import type { Static } from 'typebox';
import { timestampOrNull } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { MessageId } from '../../domain/ids.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { canSee, type VisibleInstances } from '../../domain/access/caller.ts';
import { parseQuery } from '../../domain/search/query.ts';
import { namedInstanceOrThrow, throwInvalidInstance } from '../../instances/find-instance.ts';
import { currentIdOf } from '../../store/chats/person-ids.ts';
import { readResponses } from '../../store/messages/message-responses.ts';
import type { MessageResponses } from '../../store/messages/message-responses.ts';
import type { Db } from '../../store/schema.ts';
import { searchMessages, type FoundMessage, type MessageSearch } from '../../store/search/search-messages.ts';
import { historyItem } from '../chats/view.ts';
import { callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { SearchPage, SearchQueryParameters, type FoundMessageItem } from './schema.ts';

type Query = Static<typeof SearchQueryParameters>;

export const searchRoutes: Routes<'store'> = (app, { store }) => {
	const defineRoute = routeDefiner(app, { tag: 'Messages' });

	defineRoute({
		method: 'GET',
		url: '/v1/messages/search',
		access: 'messages:read',
		concerns: 'visible instances',
		extension: true,
		operationId: 'searchMessages',
		summary: 'Find messages by their texts, newest first',
		description:
			'Searches texts, captions and names of files. A page may contain fewer messages than its limit; hasMore says whether there are others.',
		querystring: SearchQueryParameters,
		response: SearchPage,
		errors: ['invalid_phone_number', 'invalid_instance'],
		handler: async (request) => {
			const scope = await scopeOf(store.read, request.query, callerOf(request).instanceIds);
			const query = parseQuery(request.query.q);
			const { direction = null, type = null, limit = 50, before = null, after = null } = request.query;
			const { found, next, searchedFrom } =
				query === null
					? { found: [], next: null, searchedFrom: null }
					: await searchMessages(store.read, {
							...scope,
							query,
							direction,
							type,
							limit,
							// The pattern of the fields admits ids only.
							before: before as MessageId | null,
							after: after as MessageId | null,
						});
			const responsesTo = await readResponses(
				store.read,
				found.map(({ message }) => message),
			);
			return {
				success: true,
				data: found.map((each) => foundMessageItem(each, responsesTo(each.message))),
				pagination: { hasMore: next !== null, nextCursor: next },
				index: { complete: searchedFrom === null, searchedFrom: timestampOrNull(searchedFrom) },
			};
		},
	});
	return Promise.resolve();
};

/** Returns the instances and the chat to which a request limits its search, of those that the caller may see. */
async function scopeOf(
	db: Db,
	{ instanceId, chatId, phone }: Query,
	visible: VisibleInstances,
): Promise<Pick<MessageSearch, 'instanceIds' | 'chatId'>> {
	if (phone !== undefined && chatId !== undefined) {
		throw new GatewayError('invalid_parameters', 'Give "chatId" or "phone", not both.');
	}
	const chat = phone === undefined ? chatId : chatIdOf(phone);
	if (instanceId === undefined) {
		if (chat === undefined) return { instanceIds: visible, chatId: null };
		throw new GatewayError('invalid_parameters', 'Give "instanceId" too: a chat is one of an instance.');
	}
	if (!canSee(visible, instanceId)) throwInvalidInstance();
	const { id } = await namedInstanceOrThrow(db, instanceId);
	return { instanceIds: [id], chatId: chat === undefined ? null : await currentIdOf(db, id, chat) };
}

function foundMessageItem({ message, snippet }: FoundMessage, responses: MessageResponses): FoundMessageItem {
	return {
		...historyItem(message, responses),
		instanceId: message.instance_id,
		contactName: message.contact_name,
		snippet,
	};
}
