import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, getRecipient } from '../../descriptions/recipientLocator';
import { templateLocator, getTemplate } from '../../descriptions/templateLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './idempotency';
import { sendingOptions, TEXT_CONCURRENCY } from './sendingOptions';
import { templateComponents, templateVariables } from './templateVariables';

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendTemplate'] } },
	[
		instanceLocator,
		recipientLocator,
		...templateLocator,
		...templateVariables,
		sendingOptions(TEXT_CONCURRENCY),
	],
);

/** POST /v1/messages/template. Returns the messageId and the status `queued`. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const components = templateComponents(this, itemIndex);
	const sent = await gatewayRequest<IDataObject>(this, {
		method: 'POST',
		path: '/v1/messages/template',
		headers: { 'Idempotency-Key': getIdempotencyKey(this, itemIndex) },
		body: {
			instanceId: getInstanceId(this, itemIndex),
			to: getRecipient(this, itemIndex),
			template: {
				...getTemplate(this, itemIndex),
				...(components.length > 0 && { components }),
			},
		},
		itemIndex,
	});
	return [{ json: sent }];
}

export { chatOrderingKey as orderingKey } from './send';
export { TEXT_CONCURRENCY as concurrency } from './sendingOptions';
