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

import * as credentialTest from '../MessagingGateway/methods/credentialTest';
import { searchInstances } from '../MessagingGateway/methods/listSearch/searchInstances';
import { properties } from './properties';
import { buildItems } from './buildItems';
import { receiveEvent } from './receiveEvent';
import { noteFailure } from './registration/failedActivations';
import { isRegistered, register, unregister } from './registration/registration';
import { addClaim } from './removeDuplicates';

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
		version: [1, 2],
		defaultVersion: 2,
		// The canvas has room for two events.
		subtitle:
			'={{[$parameter["events"]].flat().slice(0, 2).join(", ") + ([$parameter["events"]].flat().length > 2 ? " + " + ([$parameter["events"]].flat().length - 2) : "")}}',
		description:
			'Starts the workflow when a message arrives or changes, or a chat, a group, an instance or a webhook changes',
		eventTriggerDescription: 'Waiting for an event of the gateway',
		builderHint: {
			searchHint:
				'Starts a workflow when a WhatsApp message arrives, or a chat, a group or an account changes. Answer to its chatId with Messaging Gateway > Send Text.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-gateway.messagingGateway',
					relationHint: 'Answers the message',
				},
			],
		},
		defaults: { name: 'Messaging Gateway Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingGatewayApi', required: true, testedBy: 'testGateway' }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties,
	};

	methods = { credentialTest, listSearch: { searchInstances } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await noteFailure(this, isRegistered(this));
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await noteFailure(this, register(this));
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return addClaim(this, await receiveEvent(this));
	}

	/** n8n calls this at the start of an execution that `webhook` started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await buildItems(this)];
	}
}
