import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { eventKindOptions } from '../MessagingGateway/descriptions/eventKinds';
import { instanceLocator } from '../MessagingGateway/descriptions/instanceLocator';
import { searchInstances } from '../MessagingGateway/methods/listSearch/searchInstances';
import { receiveEvent } from './receiveEvent';
import { isRegistered, register, unregister } from './registration';

/** Starts a workflow on events of a gateway, which it receives through a signed webhook of its own. */
export class MessagingGatewayTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Gateway Trigger',
		name: 'messagingGatewayTrigger',
		icon: {
			light: 'file:../../icons/messagingGateway.svg',
			dark: 'file:../../icons/messagingGateway.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description:
			'Starts the workflow when a message arrives or the status of a message or an instance changes',
		eventTriggerDescription: 'Waiting for an event of the gateway',
		defaults: { name: 'Messaging Gateway Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingGatewayApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: [
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				options: eventKindOptions,
				default: ['message.received'],
				required: true,
				description: 'The events that start the workflow',
			},
			{
				...instanceLocator,
				required: false,
				description: 'Start only on events of this instance. Leave empty for all instances.',
				hint: 'Leave empty for all instances',
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'The event as it was received: event, eventId, timestamp and data',
					},
					{
						name: 'Simplified',
						value: 'simplified',
						description: 'The fields of the data on the top level, with the kind of event',
					},
				],
				default: 'simplified',
				description: 'What the items of the workflow hold',
			},
		],
	};

	methods = { listSearch: { searchInstances } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this);
	}
}
