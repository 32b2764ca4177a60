import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as create from './create.operation';
import * as deleteWebhook from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getDeliveries from './getDeliveries.operation';
import * as getDelivery from './getDelivery.operation';
import * as getHealth from './getHealth.operation';
import * as getLogs from './getLogs.operation';
import * as recoverDeliveries from './recoverDeliveries.operation';
import * as retryDelivery from './retryDelivery.operation';
import * as rotateSecret from './rotateSecret.operation';
import * as sendTest from './sendTest.operation';
import * as update from './update.operation';

/** The operations of a webhook by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	create,
	delete: deleteWebhook,
	get,
	getAll,
	getDeliveries,
	getDelivery,
	getHealth,
	getLogs,
	recoverDeliveries,
	retryDelivery,
	rotateSecret,
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
				name: 'Get Delivery',
				value: 'getDelivery',
				description: 'Get a delivery with what was sent and answered in each attempt',
				action: 'Get a delivery of a webhook',
			},
			{
				name: 'Get Health',
				value: 'getHealth',
				description: 'Get how deliveries to a webhook went in the last 24 hours',
				action: 'Get health of a webhook',
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
				name: 'Get Many Deliveries',
				value: 'getDeliveries',
				description: 'Get many deliveries to a webhook, the newest first',
				action: 'Get many deliveries of a webhook',
			},
			{
				name: 'Recover Deliveries',
				value: 'recoverDeliveries',
				description: 'Deliver again all that has failed in a time',
				action: 'Recover deliveries of a webhook',
			},
			{
				name: 'Retry Delivery',
				value: 'retryDelivery',
				description: 'Deliver one event to a webhook again, now',
				action: 'Retry a delivery of a webhook',
			},
			{
				name: 'Rotate Secret',
				value: 'rotateSecret',
				description: 'Give a webhook a new signing secret; for a day the one before signs too',
				action: 'Rotate secret of a webhook',
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
