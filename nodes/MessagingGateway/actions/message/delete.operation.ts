import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getMessageId, messageLocator } from '../../descriptions/locators/messageLocator';
import { gatewayRequestIgnoring } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { listInstanceLocator } from './listInstanceLocator';
import { messagePath } from './messagePath';

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['delete'] } }, [
	listInstanceLocator,
	{ ...messageLocator, hint: 'A message that the instance sent; it disappears for everyone in the chat' },
]);

/** DELETE /v1/messages/{messageId} (an addition). A message that is deleted already stays so, e.g. in a retry. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = messagePath(this, itemIndex);
	await gatewayRequestIgnoring(this, 'message_deleted', { method: 'DELETE', path, itemIndex });
	return [{ json: { messageId: getMessageId(this, itemIndex), deleted: true } }];
}

export { messageOrderingKey as orderingKey } from './messagePath';
