import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchInstances } from '../MessagingGateway/methods/listSearch/searchInstances';
import { properties } from './properties';
import { buildItems } from './buildItems';
import { receiveEvent } from './receiveEvent';
import { isRegistered, register, unregister } from './registration';

/** Starts a workflow on events of a gateway, which it receives through its own signed webhook. */
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
		properties,
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

	/** n8n calls this at the start of an execution that `webhook` started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await buildItems(this)];
	}
}
