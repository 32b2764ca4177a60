import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { toChatId } from '../../descriptions/chatLocator';
import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { limitOf, returnAll } from '../../descriptions/returnAll';
import { readBack } from '../../transport/pagination';
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
			displayName: 'Chat ID',
			name: 'chatId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 4915123456789@s.whatsapp.net',
			description: 'Return only messages of this chat: its chatId, or the phone number of the contact',
		},
		{
			displayName: 'Newer Than Message ID',
			name: 'after',
			type: 'string',
			default: '',
			placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
			description: 'Return only messages that came after this one, e.g. the last one you have seen',
		},
		{
			displayName: 'Older Than Message ID',
			name: 'before',
			type: 'string',
			default: '',
			placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
			description: 'Return only messages that came before this one',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['getAll'] } }, [
	instanceLocator,
	...returnAll,
	filters,
	...outputChoice(messageFields),
]);

/** GET /v1/messages, as many pages as it takes. Gives one item a message, the newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const filter = this.getNodeParameter('filters', itemIndex) as Record<string, string | undefined>;
	const chatId = filter.chatId?.trim();
	const query: IDataObject = {
		instanceId: instanceIdOf(this, itemIndex),
		...(chatId && { chatId: toChatId(chatId) }),
		...(filter.after && { after: filter.after.trim() }),
		...(filter.before && { before: filter.before.trim() }),
	};
	const request = { method: 'GET', path: '/v1/messages', query, itemIndex } as const;
	const messages = await readBack(this, request, limitOf(this, itemIndex));
	return messages.map((message) => chosenOutput(this, itemIndex, message, messageFields));
}
