import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { eventTypeOptions } from '../../descriptions/eventTypes';
import { selectOutput, outputFields } from '../../descriptions/output';
import { webhookLocator } from '../../descriptions/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookFields } from './fields';
import { webhookPath } from './webhookPath';

const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description: 'Fields that are not added keep their values',
	options: [
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			options: eventTypeOptions,
			default: ['message.received'],
			description: 'The events to receive',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Orders',
			description: 'The name of the webhook',
		},
		{
			displayName: 'Signing Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The secret to sign deliveries with, 8 to 256 characters',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Active', value: 'active', description: 'Receives events' },
				{ name: 'Inactive', value: 'inactive', description: 'Does not receive events' },
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
	...outputFields(webhookFields),
]);

/**
 * PUT /v1/webhooks/{id} with the fields that were added. Returns the changed webhook. Throws a NodeOperationError when
 * no field was added.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const body = this.getNodeParameter('updateFields', itemIndex) as IDataObject;
	if (Object.keys(body).length === 0) {
		throw new NodeOperationError(this.getNode(), 'No fields to update', {
			description: 'Add the fields to change under Update Fields.',
			itemIndex,
		});
	}
	const path = webhookPath(this, itemIndex);
	const webhook = await gatewayData(this, { method: 'PUT', path, body, itemIndex });
	return [selectOutput(this, itemIndex, webhook, webhookFields)];
}
