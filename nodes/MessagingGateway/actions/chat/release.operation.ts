import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { ownerRequest } from './chatRequest';

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['release'] } }, [
	instanceLocator,
	chatLocator,
]);

/** PUT /v1/chats/{chatId}/owner (an addition) for the bot. Returns chatId, owner and ownedUntil, which is null. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return [{ json: await gatewayData(this, ownerRequest(this, { owner: 'bot' }, itemIndex)) }];
}
