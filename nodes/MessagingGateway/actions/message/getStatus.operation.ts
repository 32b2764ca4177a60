import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { messageLocator } from '../../descriptions/locators/messageLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { listInstanceLocator } from './listInstanceLocator';
import { messagePath } from './messagePath';

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['getStatus'] } },
	[listInstanceLocator, messageLocator],
);

/** GET /v1/messages/{messageId}/status. Returns the message status record. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${messagePath(this, itemIndex)}/status`;
	return [{ json: await gatewayData(this, { method: 'GET', path, itemIndex }) }];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
