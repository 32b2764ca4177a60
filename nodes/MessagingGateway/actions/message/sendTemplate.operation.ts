import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { recipientLocator, getRecipient } from '../../descriptions/locators/recipientLocator';
import { templateLocator, getTemplate } from '../../descriptions/locators/templateLocator';
import { isVersion1 } from '../../descriptions/version';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './sending/idempotency';
import { force, sendingOptions, TEXT_CONCURRENCY } from './sending/sendingOptions';
import { headerFile } from './template/headerFile';
import { mappedComponents } from './template/mappedComponents';
import { mappedValues } from './template/mappedValues';
import { componentsFromJson, componentsFromRows, templateVariables } from './template/templateVariables';

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendTemplate'] } },
	[
		instanceLocator,
		recipientLocator,
		...templateLocator,
		...templateVariables,
		sendingOptions(TEXT_CONCURRENCY, force),
	],
);

/** POST /v1/messages/template. Returns the messageId and the status `queued`. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const components = await readComponents(this, itemIndex);
	const isForced = toBoolean(this.getNodeParameter('options.force', itemIndex, false)) === true;
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
			...(isForced && { force: true }),
		},
		itemIndex,
	});
	return [{ json: sent }];
}

async function readComponents(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	if (context.getNodeParameter('variables', itemIndex, 'fields') === 'json') {
		return componentsFromJson(context, itemIndex);
	}
	if (isVersion1(context.getNode())) return componentsFromRows(context, itemIndex);
	const values = mappedValues(context, itemIndex);
	return mappedComponents(context, itemIndex, values, await headerFile(context, itemIndex, values));
}

export { chatOrderingKey as orderingKey } from './sending/send';
export { TEXT_CONCURRENCY as concurrency } from './sending/sendingOptions';
