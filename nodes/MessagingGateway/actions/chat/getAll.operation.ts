import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import type { Fields } from '../../descriptions/output';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { limitOf, returnAll } from '../../descriptions/returnAll';
import { readPages } from '../../transport/pagination';
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
					description: 'What the chats are sorted by',
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
					description: 'The direction of the order',
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
	...outputChoice(chatFields),
]);

/** GET /v1/messages/chats, as many pages as it takes. Gives one item a chat. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { search, unreadOnly } = this.getNodeParameter('filters', itemIndex) as {
		search?: string;
		unreadOnly?: boolean;
	};
	const query: IDataObject = {
		instanceId: instanceIdOf(this, itemIndex),
		...(search && { search }),
		...(unreadOnly && { unreadOnly }),
		...(this.getNodeParameter('sort.by', itemIndex, {}) as IDataObject),
	};
	const request = { method: 'GET', path: '/v1/messages/chats', query, itemIndex } as const;
	const chats = await readPages(this, request, limitOf(this, itemIndex));
	return chats.map((chat) => chosenOutput(this, itemIndex, chat, chatFields));
}
