import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { eventTypeOptions } from '../../descriptions/eventTypes';
import { instanceLocator } from '../../descriptions/instanceLocator';
import { getOptionalLocatorValue } from '../../descriptions/locator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

const properties: INodeProperties[] = [
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/events',
		description: 'Public HTTPS address that receives the events',
		hint: 'The Messaging Gateway Trigger does not need this: it registers its own webhook',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventTypeOptions,
		default: ['message.received'],
		required: true,
		description: 'The events to receive',
	},
	{
		...instanceLocator,
		required: false,
		description: 'Receive only events of this instance. Leave empty for all instances.',
		hint: 'Leave empty for all instances',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
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
				description: 'The secret to sign deliveries with, 8 to 256 characters. Leave empty to generate one.',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['create'] } },
	properties,
);

/** POST /v1/webhooks. Returns the new webhook with its secret, because the receiver of the events needs it. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { name, secret } = this.getNodeParameter('options', itemIndex) as { name?: string; secret?: string };
	const instanceId = getOptionalLocatorValue(this, 'instanceId', itemIndex);
	const body: IDataObject = {
		url: String(this.getNodeParameter('url', itemIndex)).trim(),
		events: this.getNodeParameter('events', itemIndex) as string[],
		...(instanceId && { instanceId }),
		...(name && { name }),
		...(secret && { secret }),
	};
	return [{ json: await gatewayData(this, { method: 'POST', path: '/v1/webhooks', body, itemIndex }) }];
}
