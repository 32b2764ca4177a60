import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { showsOfficialAccount } from './actions/instance/officialAccount';
import { descriptions } from './actions/resources';
import { router } from './actions/router';
import { sensitiveOutputFields } from './descriptions/sensitiveOutputFields';
import * as credentialTest from './methods/credentialTest';
import * as listSearch from './methods/listSearch';
import * as resourceMapping from './methods/resourceMapping';
import { receiveReply } from './reply/receiveReply';
import { replyWebhooks } from './reply/webhooks';

/** Sends messages and manages the instances of a gateway. Each operation is a file under `actions/`. */
export class MessagingGateway implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Gateway',
		name: 'messagingGateway',
		icon: {
			light: 'file:../../icons/messagingGateway.svg',
			dark: 'file:../../icons/messagingGateway.dark.svg',
		},
		group: ['output'],
		version: [1, 2],
		defaultVersion: 2,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Send chat messages and manage the connected accounts of a Messaging Gateway',
		defaults: { name: 'Messaging Gateway' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends WhatsApp messages and manages accounts, chats and groups. To start a workflow on a message, use Messaging Gateway Trigger, and answer to its chatId.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-gateway.messagingGatewayTrigger',
					relationHint: 'Starts the workflow when a message arrives',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'messagingGatewayApi', required: true, testedBy: 'testGateway' },
			{
				name: 'messagingGatewayOfficialAccountApi',
				required: true,
				displayOptions: showsOfficialAccount,
			},
		],
		sensitiveOutputFields,
		waitingNodeTooltip: 'Waiting for the reply of the contact',
		webhooks: replyWebhooks,
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Chat', value: 'chat', description: 'A conversation with a contact or a group' },
					{
						name: 'Contact',
						value: 'contact',
						description: 'A person known to an instance, or any phone number',
					},
					{ name: 'Gateway', value: 'gateway', description: 'The gateway itself: health and usage' },
					{ name: 'Group', value: 'group', description: 'A group and its participants' },
					{ name: 'Instance', value: 'instance', description: 'The connection to one messaging account' },
					{ name: 'Message', value: 'message', description: 'A message to a phone number or a group' },
					{ name: 'Webhook', value: 'webhook', description: 'An address that receives events' },
				],
				default: 'message',
			},
			...descriptions,
		],
	};

	methods = { credentialTest, listSearch, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router.call(this);
	}

	/** n8n calls this for each request to an execution that waits in Send and Wait. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveReply(this);
	}
}
