import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/instanceLocator';
import type { Fields } from '../../descriptions/output';
import { selectOutput, outputFields } from '../../descriptions/output';
import { getLimit, returnAll } from '../../descriptions/limit';
import { readOffsetPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';

/** The fields of a chat (specification: Chat). */
const chatFields: Fields = {
	all: [
		'chatId',
		'contactName',
		'createdAt',
		'isGroup',
		'lastMessage',
		'phone',
		'profilePicUrl',
		'unreadCount',
	],
	simplified: ['chatId', 'contactName', 'phone', 'isGroup', 'unreadCount', 'lastMessage'],
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ada',
			description: 'Return only chats whose name or phone number contains this',
		},
		{
			displayName: 'Unread Only',
			name: 'unreadOnly',
			type: 'boolean',
			default: true,
			description: 'Whether to return only chats with unread messages',
		},
	],
};

const sort: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add sort',
	default: {},
	options: [
		{
			displayName: 'Sort',
			name: 'by',
			values: [
				{
					displayName: 'By',
					name: 'sortBy',
					type: 'options',
					options: [
						{ name: 'Latest Message', value: 'lastMessageAt' },
						{ name: 'Name', value: 'contactName' },
						{ name: 'Unread Messages', value: 'unreadCount' },
					],
					default: 'lastMessageAt',
					description: 'The field to sort by',
				},
				{
					displayName: 'Order',
					name: 'sortOrder',
					type: 'options',
					options: [
						{ name: 'Ascending', value: 'asc' },
						{ name: 'Descending', value: 'desc' },
					],
					default: 'desc',
					description: 'The sort direction',
				},
			],
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['getAll'] } }, [
	instanceLocator,
	...returnAll,
	filters,
	sort,
	...outputFields(chatFields),
]);

/** GET /v1/messages/chats, page by page. Returns one item per chat. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { search, unreadOnly } = this.getNodeParameter('filters', itemIndex) as {
		search?: string;
		unreadOnly?: boolean;
	};
	const query: IDataObject = {
		instanceId: getInstanceId(this, itemIndex),
		...(search && { search }),
		...(unreadOnly && { unreadOnly }),
		...(this.getNodeParameter('sort.by', itemIndex, {}) as IDataObject),
	};
	const request = { method: 'GET', path: '/v1/messages/chats', query, itemIndex } as const;
	const chats = await readOffsetPages(this, request, getLimit(this, itemIndex));
	return chats.map((chat) => selectOutput(this, itemIndex, chat, chatFields));
}
