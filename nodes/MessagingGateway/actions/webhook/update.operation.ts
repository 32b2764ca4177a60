import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { eventKindOptions } from '../../descriptions/eventKinds';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { webhookLocator } from '../../descriptions/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookFields } from './fields';
import { webhookPath } from './path';

const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description: 'What is not added here stays as it is',
	options: [
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			options: eventKindOptions,
			default: ['message.received'],
			description: 'The events to receive',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Orders',
			description: 'What the webhook is for',
		},
		{
			displayName: 'Signing Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The secret that deliveries are signed with, 8 to 256 characters',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Active', value: 'active', description: 'Receives events' },
				{ name: 'Inactive', value: 'inactive', description: 'Receives nothing' },
			],
			default: 'active',
			description: 'Whether the webhook receives events',
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/events',
			description: 'Public HTTPS address that receives the events',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['update'] } }, [
	webhookLocator,
	updateFields,
	...outputChoice(webhookFields),
]);

/** PUT /v1/webhooks/{id} with the fields that were added. Gives the webhook as it is then. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const body = this.getNodeParameter('updateFields', itemIndex) as IDataObject;
	if (Object.keys(body).length === 0) {
		throw new NodeOperationError(this.getNode(), 'Nothing is to be updated', {
			description: 'Add the fields that shall change under Update Fields.',
			itemIndex,
		});
	}
	const path = webhookPath(this, itemIndex);
	const webhook = await gatewayData(this, { method: 'PUT', path, body, itemIndex });
	return [chosenOutput(this, itemIndex, webhook, webhookFields)];
}
