import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { messageIdOf, messageLocator } from '../../descriptions/messageLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instanceOfList } from './instanceOfList';

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['getStatus'] } },
	[instanceOfList, messageLocator],
);

/** GET /v1/messages/{messageId}/status. Gives the message status record. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `/v1/messages/${encodeURIComponent(messageIdOf(this, itemIndex))}/status`;
	return [{ json: await gatewayData(this, { method: 'GET', path, itemIndex }) }];
}

export { ownLane as lane } from '../lanes';
