import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { messageLocator } from '../../descriptions/locators/messageLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { messageDetailFields } from './fields';
import { listInstanceLocator } from './listInstanceLocator';
import { messagePath } from './messagePath';

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['get'] } }, [
	listInstanceLocator,
	messageLocator,
	...outputFields(messageDetailFields),
]);

/** GET /v1/messages/{messageId} (an addition). Returns the complete message, sent or received. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = messagePath(this, itemIndex);
	const message = await gatewayData(this, { method: 'GET', path, itemIndex });
	return [selectOutput(this, itemIndex, message, messageDetailFields)];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
