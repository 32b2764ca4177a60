import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { chatRequest } from './chatRequest';

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['markRead'] } }, [
	instanceLocator,
	chatLocator,
]);

/** POST /v1/messages/chats/{chatId}/read (an addition). Returns the chatId and the number of unread messages. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return [{ json: await gatewayData(this, chatRequest(this, 'read', itemIndex)) }];
}
