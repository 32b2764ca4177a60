import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { messagesPage } from './searchMessages';

/** Lists the messages that are to be sent later and whose text, phone or ID contains the filter. */
export async function searchScheduledMessages(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await messagesPage(this, { scheduled: true }, filter, paginationToken);
}
