import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { chatLocator, toChatId } from '../../descriptions/locators/chatLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getLimit, returnAll } from '../../descriptions/limit';
import { getLimitingLocatorValue } from '../../descriptions/locators/locator';
import { messageTypeOptions } from '../../descriptions/messageTypes';
import { outputFields, selectOutput } from '../../descriptions/output';
import { getText } from '../../descriptions/text';
import { readCursorPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';
import { foundMessageFields } from './fields';

const words: INodeProperties = {
	displayName: 'Words',
	name: 'words',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. opening hours',
	description:
		'The words that a message must all have, in any order. The last one may be the beginning of a word. Case and accents do not matter.',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{ ...chatLocator, required: false, description: 'Return only messages of this chat' },
		{
			displayName: 'Direction',
			name: 'direction',
			type: 'options',
			options: [
				{ name: 'Inbound', value: 'inbound', description: 'What the account received' },
				{ name: 'Outbound', value: 'outbound', description: 'What the account sent' },
			],
			default: 'inbound',
			description: 'Return only messages that were received, or only those that were sent',
		},
		{
			displayName: 'Newer Than Message ID',
			name: 'after',
			type: 'string',
			default: '',
			placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
			description: 'Return only messages newer than this one',
		},
		{
			displayName: 'Older Than Message ID',
			name: 'before',
			type: 'string',
			default: '',
			placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
			description: 'Return only messages older than this one',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: messageTypeOptions,
			default: 'text',
			description: 'Return only messages of this type; the caption and the name of a file are searched too',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['search'] } }, [
	instanceLocator,
	words,
	...returnAll,
	filters,
	...outputFields(foundMessageFields),
]);

/** GET /v1/messages/search (an addition), page by page. Returns one item per message, newest first. Fails when an expression returns no chat. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const q = getText(this, 'words', 'Words', itemIndex);
	if (q.trim() === '') {
		throw new NodeOperationError(this.getNode(), 'No words to search for', {
			description: "Enter at least one word in 'Words'.",
			itemIndex,
		});
	}
	const filter = this.getNodeParameter('filters', itemIndex) as IDataObject;
	const { direction, type, after, before } = filter;
	const chat = getLimitingLocatorValue(this, 'filters.chatId', { label: 'Chat', all: 'chats', itemIndex });
	const query: IDataObject = {
		q,
		instanceId: getInstanceId(this, itemIndex),
		...(chat && { chatId: toChatId(chat) }),
		...(direction && { direction }),
		...(type && { type }),
		...(after && { after: String(after).trim() }),
		...(before && { before: String(before).trim() }),
	};
	const request = { method: 'GET', path: '/v1/messages/search', query, itemIndex } as const;
	const messages = await readCursorPages(this, request, getLimit(this, itemIndex));
	return messages.map((message) => selectOutput(this, itemIndex, message, foundMessageFields));
}
