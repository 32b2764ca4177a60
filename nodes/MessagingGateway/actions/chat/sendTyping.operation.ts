import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { chatRequest } from './chatRequest';

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['sendTyping'] } }, [
	instanceLocator,
	chatLocator,
]);

/** POST /v1/messages/chats/{chatId}/typing (an addition). Returns `{success: true}`. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return [{ json: await gatewayRequest<IDataObject>(this, chatRequest(this, 'typing', itemIndex)) }];
}
