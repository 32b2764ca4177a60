import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { chatLocator, toChatId } from '../../descriptions/locators/chatLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getLimit, returnAll } from '../../descriptions/limit';
import { getLimitingLocatorValue } from '../../descriptions/locators/locator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { FROM_VERSION_2, VERSION_1 } from '../../descriptions/version';
import { readCursorPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';
import { messageFields } from './fields';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			...chatLocator,
			required: false,
			displayOptions: { show: FROM_VERSION_2 },
			description: 'Return only messages of this chat',
		},
		{
			displayName: 'Chat ID',
			name: 'chatId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 4915123456789@s.whatsapp.net',
			displayOptions: { show: VERSION_1 },
			description: 'Return only messages of this chat. Enter its chatId, or the phone number of the contact.',
		},
		{
			displayName: 'Newer Than Message ID',
			name: 'after',
			type: 'string',
			default: '',
			placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
			description: 'Return only messages newer than this one, e.g. the last one you processed',
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
			displayName: 'Scheduled',
			name: 'scheduled',
			type: 'boolean',
			default: true,
			description:
				'Whether to return only messages that are to be sent later, which the history does not contain yet',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['getAll'] } }, [
	instanceLocator,
	...returnAll,
	filters,
	...outputFields(messageFields),
]);

/** GET /v1/messages, page by page. Returns one item per message, newest first. Fails when an expression returns no chat. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { after, before, scheduled } = this.getNodeParameter('filters', itemIndex) as IDataObject;
	const chat = getLimitingLocatorValue(this, 'filters.chatId', { label: 'Chat', all: 'chats', itemIndex });
	const query: IDataObject = {
		instanceId: getInstanceId(this, itemIndex),
		...(chat && { chatId: toChatId(chat) }),
		...(after && { after: String(after).trim() }),
		...(before && { before: String(before).trim() }),
		...(toBoolean(scheduled) === true && { scheduled: true }),
	};
	const request = { method: 'GET', path: '/v1/messages', query, itemIndex } as const;
	const messages = await readCursorPages(this, request, getLimit(this, itemIndex));
	return messages.map((message) => selectOutput(this, itemIndex, message, messageFields));
}
