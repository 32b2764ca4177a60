import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { webhookLocator } from '../../descriptions/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookPath } from './path';

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['getHealth'] } },
	[webhookLocator],
);

/** GET /v1/webhooks/{id}/health (an addition). Gives how deliveries went in the last 24 hours. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/health`;
	return [{ json: await gatewayData(this, { method: 'GET', path, itemIndex }) }];
}

export { ownLane as lane } from '../lanes';
