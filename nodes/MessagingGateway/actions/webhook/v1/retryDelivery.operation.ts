import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { deliveryLocator } from './deliveryLocator';
import { webhookLocator } from '../../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../../transport/request';
import type { OperationOutput } from '../../operation';
import { deliveryPath } from './deliveryPath';

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['retryDelivery'] } },
	[webhookLocator, deliveryLocator],
);

/** POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry (an addition). Returns the delivery, scheduled again. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${deliveryPath(this, itemIndex)}/retry`;
	return [{ json: await gatewayData(this, { method: 'POST', path, itemIndex }) }];
}
