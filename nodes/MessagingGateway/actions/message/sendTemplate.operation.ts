import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { recipientLocator, recipientOf } from '../../descriptions/recipientLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { idempotencyKeyOf } from './idempotency';
import { sendingOptions } from './sendingOptions';
import { templateComponents, templateVariables } from './templateVariables';

const template: INodeProperties[] = [
	{
		displayName: 'Template Name',
		name: 'templateName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. order_update',
		description: 'The name of a template that the network operator has approved',
		hint: 'Templates need an instance that is connected through the official business API',
	},
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: 'en_US',
		required: true,
		placeholder: 'e.g. en_US',
		description: 'The language of the template: two small letters, an underscore, two capital letters',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendTemplate'] } },
	[instanceLocator, recipientLocator, ...template, ...templateVariables, sendingOptions()],
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
				name: String(this.getNodeParameter('templateName', itemIndex)).trim(),
				language: String(this.getNodeParameter('language', itemIndex)).trim(),
				...(components.length > 0 && { components }),
			},
		},
		itemIndex,
	});
	return [{ json: sent }];
}

export { chatLane as lane } from './send';
