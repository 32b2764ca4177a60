import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as create from './create.operation';
import * as deleteWebhook from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getLogs from './getLogs.operation';
import * as sendTest from './sendTest.operation';
import * as update from './update.operation';

/** The operations of a webhook by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	create,
	delete: deleteWebhook,
	get,
	getAll,
	getLogs,
	sendTest,
	update,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['webhook'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				description: 'Register an address that receives events',
				action: 'Create a webhook',
			},
			{
				name: 'Delete',
				value: 'delete',
				description: 'Delete a webhook; it receives no more events',
				action: 'Delete a webhook',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get the data of one webhook',
				action: 'Get a webhook',
			},
			{
				name: 'Get Logs',
				value: 'getLogs',
				description: 'Get what was delivered to a webhook, the newest first',
				action: 'Get logs of a webhook',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many webhooks, the newest first',
				action: 'Get many webhooks',
			},
			{
				name: 'Send Test',
				value: 'sendTest',
				description: 'Deliver a sample event, and tell what came of it',
				action: 'Send a test to a webhook',
			},
			{
				name: 'Update',
				value: 'update',
				description: 'Change a webhook, or switch it off and on',
				action: 'Update a webhook',
			},
		],
		default: 'getAll',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
