import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { webhookLocator } from '../../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../../transport/request';
import type { OperationOutput } from '../../operation';
import { webhookPath } from '../webhookPath';

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['getHealth'] } },
	[webhookLocator],
);

/** GET /v1/webhooks/{id}/health (an addition). Returns delivery statistics of the last 24 hours. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/health`;
	return [{ json: await gatewayData(this, { method: 'GET', path, itemIndex }) }];
}

export { itemOrderingKey as orderingKey } from '../../runOrdered';
