import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { eventKindOptions } from '../../descriptions/eventKinds';
import { instanceLocator } from '../../descriptions/instanceLocator';
import { optionalLocatedOf } from '../../descriptions/locator';
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
		hint: 'The Messaging Gateway Trigger needs no webhook: it registers its own',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventKindOptions,
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
				description: 'What the webhook is for',
			},
			{
				displayName: 'Signing Secret',
				name: 'secret',
				type: 'string',
				typeOptions: { password: true },
				default: '',
				description:
					'The secret that deliveries are signed with, 8 to 256 characters. Leave empty for a new one.',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['create'] } },
	properties,
);

/** POST /v1/webhooks. Gives the new webhook with its secret: whoever receives the events needs it. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { name, secret } = this.getNodeParameter('options', itemIndex) as { name?: string; secret?: string };
	const instanceId = optionalLocatedOf(this, 'instanceId', itemIndex);
	const body: IDataObject = {
		url: String(this.getNodeParameter('url', itemIndex)).trim(),
		events: this.getNodeParameter('events', itemIndex) as string[],
		...(instanceId && { instanceId }),
		...(name && { name }),
		...(secret && { secret }),
	};
	return [{ json: await gatewayData(this, { method: 'POST', path: '/v1/webhooks', body, itemIndex }) }];
}
