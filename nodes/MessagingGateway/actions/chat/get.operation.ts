import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { outputFields, selectOutput } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { readRequest } from './chatRequest';
import { chatFields } from './fields';

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['get'] } }, [
	instanceLocator,
	chatLocator,
	...outputFields(chatFields),
]);

/** GET /v1/chats/{chatId} (an addition). Returns the chat, also of a disconnected instance. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const chat = await gatewayData(this, readRequest(this, {}, itemIndex));
	return [selectOutput(this, itemIndex, chat, chatFields)];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
