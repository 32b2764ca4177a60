import type { INodeProperties, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { fromList } from '../../descriptions/locators/locator';
import { getMessageId, messageLocator } from '../../descriptions/locators/messageLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { listInstanceLocator } from './listInstanceLocator';
import { messagePath } from './messagePath';

const [, ...otherModes] = messageLocator.modes ?? [];
const scheduledMessage: INodeProperties = {
	...messageLocator,
	description: 'The message that is not sent yet, e.g. by the messageId from an operation with Send At',
	modes: [fromList('searchScheduledMessages', 'Select a scheduled message...'), ...otherModes],
};

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['cancel'] } }, [
	listInstanceLocator,
	scheduledMessage,
]);

/**
 * DELETE /v1/messages/{messageId}?onlyUnsent=true (an addition). Throws a NodeApiError when the message was sent, or when
 * the network may have it.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = messagePath(this, itemIndex);
	await gatewayData(this, { method: 'DELETE', path, query: { onlyUnsent: true }, itemIndex });
	return [{ json: { messageId: getMessageId(this, itemIndex), cancelled: true } }];
}

export { messageOrderingKey as orderingKey } from './messagePath';
