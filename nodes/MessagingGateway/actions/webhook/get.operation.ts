import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { selectOutput, outputFields } from '../../descriptions/output';
import { webhookLocator } from '../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookFields } from './fields';
import { webhookPath } from './webhookPath';

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['get'] } }, [
	webhookLocator,
	...outputFields(webhookFields),
]);

/** GET /v1/webhooks/{id}. Returns the webhook; the secret is not in the Simplified output. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = webhookPath(this, itemIndex);
	const webhook = await gatewayData(this, { method: 'GET', path, itemIndex });
	return [selectOutput(this, itemIndex, webhook, webhookFields)];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
