import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { offsetPage } from './offsetPage';

/** The fields of a chat that the list shows (specification: Chat). */
interface ListedChat {
	chatId: string;
	phone: string | null;
	contactName: string | null;
	isGroup: boolean;
}

/** Lists the chats that match the filter, the chat with the latest message first. The gateway filters. */
export async function searchChats(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await chatsPage(this, filter, Number(paginationToken ?? 0));
}

/** Returns one page of chats as list items, also of a disconnected instance. */
export async function chatsPage(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	offset: number,
): Promise<INodeListSearchResult> {
	return await offsetPage<ListedChat>(context, '/v1/chats', { filter, offset }, toListItem);
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
