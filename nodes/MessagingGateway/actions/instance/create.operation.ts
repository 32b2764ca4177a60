import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { eventKindOptions } from '../../descriptions/eventKinds';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The Options of the form; n8n gives only those that were added. */
interface CreateOptions {
	autoRead?: boolean;
	autoTyping?: boolean;
	webhookEvents?: string[];
	webhookUrl?: string;
}

const properties: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Support line',
		description: 'A name to recognise the instance by',
		hint: 'A new instance is disconnected: use Instance > Connect next',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Mark Incoming Messages as Read',
				name: 'autoRead',
				type: 'boolean',
				default: false,
				description: 'Whether incoming messages are marked as read by themselves',
			},
			{
				displayName: 'Show Typing Before Sending',
				name: 'autoTyping',
				type: 'boolean',
				default: true,
				description: 'Whether the recipient sees a typing indicator before each message',
			},
			{
				displayName: 'Webhook Events',
				name: 'webhookEvents',
				type: 'multiOptions',
				options: eventKindOptions,
				default: [],
				description: 'The events that the webhook URL receives. Leave empty for all events.',
			},
			{
				displayName: 'Webhook URL',
				name: 'webhookUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/events',
				description:
					'Address outside n8n that receives the events of this instance. The Messaging Gateway Trigger needs none: it registers by itself.',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['create'] } },
	properties,
);

/** POST /v1/instances. Gives the new instance, which is disconnected. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const name = this.getNodeParameter('name', itemIndex) as string;
	const { autoRead, autoTyping, webhookEvents, webhookUrl } = this.getNodeParameter(
		'options',
		itemIndex,
	) as CreateOptions;
	const settings = {
		...(autoRead !== undefined && { autoRead }),
		...(autoTyping !== undefined && { autoTyping }),
	};
	const { data } = await gatewayRequest<{ data: IDataObject }>(this, {
		method: 'POST',
		path: '/v1/instances',
		body: {
			name,
			...(webhookUrl && { webhookUrl }),
			...(webhookEvents && webhookEvents.length > 0 && { webhookEvents }),
			...(Object.keys(settings).length > 0 && { settings }),
		},
		itemIndex,
	});
	return [{ json: data }];
}
