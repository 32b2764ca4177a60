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
				action: 'Create webhook',
			},
			{
				name: 'Delete',
				value: 'delete',
				description: 'Delete a webhook, which stops its deliveries',
				action: 'Delete webhook',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get the data of one webhook',
				action: 'Get webhook',
			},
			{
				name: 'Get Delivery',
				value: 'getDelivery',
				description: 'Get a delivery with the request and the response of each attempt',
				action: 'Get delivery of webhook',
			},
			{
				name: 'Get Health',
				value: 'getHealth',
				description: 'Get the delivery statistics of a webhook for the last 24 hours',
				action: 'Get health of webhook',
			},
			{
				name: 'Get Logs',
				value: 'getLogs',
				description: 'Get the delivery log of a webhook, newest first',
				action: 'Get logs of webhook',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many webhooks, newest first',
				action: 'Get many webhooks',
			},
			{
				name: 'Get Many Deliveries',
				value: 'getDeliveries',
				description: 'Get many deliveries of a webhook, newest first',
				action: 'Get many deliveries of webhook',
			},
			{
				name: 'Recover Deliveries',
				value: 'recoverDeliveries',
				description: 'Repeat all failed deliveries of a period',
				action: 'Recover deliveries of webhook',
			},
			{
				name: 'Retry Delivery',
				value: 'retryDelivery',
				description: 'Repeat one delivery to a webhook now',
				action: 'Retry delivery of webhook',
			},
			{
				name: 'Rotate Secret',
				value: 'rotateSecret',
				description: 'Replace the signing secret of a webhook; the previous one stays valid for a day',
				action: 'Rotate secret of webhook',
			},
			{
				name: 'Send Test',
				value: 'sendTest',
				description: 'Deliver a sample event to a webhook and return the result',
				action: 'Send test to webhook',
			},
			{
				name: 'Update',
				value: 'update',
				description: 'Change, deactivate or activate a webhook',
				action: 'Update webhook',
			},
		],
		default: 'getAll',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
