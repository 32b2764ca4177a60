import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, recipientOf } from '../../descriptions/recipientLocator';
import { templateLocator, templateOf } from '../../descriptions/templateLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { idempotencyKeyOf } from './idempotency';
import { sendingOptions, TEXTS_AT_ONCE } from './sendingOptions';
import { templateComponents, templateVariables } from './templateVariables';

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendTemplate'] } },
	[
		instanceLocator,
		recipientLocator,
		...templateLocator,
		...templateVariables,
		sendingOptions(TEXTS_AT_ONCE),
	],
);

/** POST /v1/messages/template. Gives the gateway's flat answer: the messageId and the status `queued`. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const components = templateComponents(this, itemIndex);
	const sent = await gatewayRequest<IDataObject>(this, {
		method: 'POST',
		path: '/v1/messages/template',
		headers: { 'Idempotency-Key': idempotencyKeyOf(this, itemIndex) },
		body: {
			instanceId: instanceIdOf(this, itemIndex),
			to: recipientOf(this, itemIndex),
			template: {
				...templateOf(this, itemIndex),
				...(components.length > 0 && { components }),
			},
		},
		itemIndex,
	});
	return [{ json: sent }];
}

export { chatLane as lane } from './send';
export { TEXTS_AT_ONCE as concurrency } from './sendingOptions';
