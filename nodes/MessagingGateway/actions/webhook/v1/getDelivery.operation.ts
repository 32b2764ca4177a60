import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { deliveryLocator } from './deliveryLocator';
import { webhookLocator } from '../../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../../transport/request';
import type { OperationOutput } from '../../operation';
import { deliveryPath } from './deliveryPath';

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['getDelivery'] } },
	[webhookLocator, deliveryLocator],
);

/** GET /v1/webhooks/{id}/deliveries/{deliveryId} (an addition). Returns the request and response of each attempt. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = deliveryPath(this, itemIndex);
	return [{ json: await gatewayData(this, { method: 'GET', path, itemIndex }) }];
}

export { itemOrderingKey as orderingKey } from '../../runOrdered';
