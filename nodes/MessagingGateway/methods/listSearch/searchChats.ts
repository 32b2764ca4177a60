import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readPage } from '../../transport/pagination';
import { chosenInstance } from './chosenInstance';

/** What the list shows of a chat (specification: Chat). */
interface ListedChat {
	chatId: string;
	phone: string | null;
	contactName: string | null;
	isGroup: boolean;
}

/** Fills the list of a chat field, the chat with the latest message first; the gateway searches. */
export async function searchChats(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await chatsPage(this, filter, Number(paginationToken ?? 0));
}

/** One page of chats as list items, and where the next one begins. */
export async function chatsPage(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	offset: number,
): Promise<INodeListSearchResult> {
	const search = filter?.trim();
	const query = { instanceId: chosenInstance(context), ...(search && { search }) };
	const request = { method: 'GET', path: '/v1/messages/chats', query } as const;
	const { data, hasMore } = await readPage<ListedChat>(context, request, offset);
	return {
		results: data.map(toListItem),
		paginationToken: hasMore ? String(offset + data.length) : undefined,
	};
}

function toListItem({ chatId, phone, contactName, isGroup }: ListedChat): INodeListSearchItems {
	const number = isGroup || !phone ? undefined : `+${phone}`;
	const name = contactName ?? number ?? chatId;
	return {
		name: contactName && number ? `${contactName} (${number})` : name,
		value: chatId,
		description: isGroup ? 'Group' : 'Chat',
	};
}
