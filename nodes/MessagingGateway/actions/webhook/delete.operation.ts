import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { webhookLocator } from '../../descriptions/locators/webhookLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookPath } from './webhookPath';

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['delete'] } }, [
	webhookLocator,
]);

/** DELETE /v1/webhooks/{webhookId}. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	await gatewayRequest(this, { method: 'DELETE', path: webhookPath(this, itemIndex), itemIndex });
	return [{ json: { deleted: true } }];
}
