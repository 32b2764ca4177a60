import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { getLimit, returnAll } from '../../descriptions/limit';
import { getText } from '../../descriptions/text';
import { FROM_VERSION_2, isVersion1 } from '../../descriptions/version';
import { readOffsetPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';
import { listedChatFields } from './fields';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Archived',
			name: 'archived',
			type: 'boolean',
			default: false,
			displayOptions: { show: FROM_VERSION_2 },
			description: 'Whether to return only archived chats, or only the others',
		},
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
	...outputFields(listedChatFields),
]);

/**
 * GET /v1/chats (an addition), page by page; in version 1 GET /v1/messages/chats, which refuses the chats of a
 * disconnected instance. Returns one item per chat.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { archived, unreadOnly } = this.getNodeParameter('filters', itemIndex) as IDataObject;
	const search = getText(this, 'filters.search', 'Search', itemIndex);
	const query: IDataObject = {
		instanceId: getInstanceId(this, itemIndex),
		...(archived !== undefined && { archived: toBoolean(archived) }),
		...(search && { search }),
		...(toBoolean(unreadOnly) === true && { unreadOnly: true }),
		...(this.getNodeParameter('sort.by', itemIndex, {}) as IDataObject),
	};
	const path = isVersion1(this.getNode()) ? '/v1/messages/chats' : '/v1/chats';
	const request = { method: 'GET', path, query, itemIndex } as const;
	const chats = await readOffsetPages(this, request, getLimit(this, itemIndex));
	return chats.map((chat) => selectOutput(this, itemIndex, chat, listedChatFields));
}
