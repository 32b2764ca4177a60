import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import * as instance from './actions/instance';
import * as message from './actions/message';
import { router } from './actions/router';
import { searchInstances } from './methods/listSearch/searchInstances';

/** Sends messages and manages instances of a gateway; what each operation does is under `actions/`. */
export class MessagingGateway implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Gateway',
		name: 'messagingGateway',
		icon: {
			light: 'file:../../icons/messagingGateway.svg',
			dark: 'file:../../icons/messagingGateway.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Send chat messages and manage the connected accounts of a Messaging Gateway',
		defaults: { name: 'Messaging Gateway' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingGatewayApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Instance', value: 'instance', description: 'The connection to one messaging account' },
					{ name: 'Message', value: 'message', description: 'A message to a phone number or a group' },
				],
				default: 'message',
			},
			...instance.description,
			...message.description,
		],
	};

	methods = { listSearch: { searchInstances } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router.call(this);
	}
}
