import type { INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../../operation';
import * as getDeliveries from './getDeliveries.operation';
import * as getDelivery from './getDelivery.operation';
import * as getHealth from './getHealth.operation';
import * as getLogs from './getLogs.operation';
import * as recoverDeliveries from './recoverDeliveries.operation';
import * as retryDelivery from './retryDelivery.operation';
import * as rotateSecret from './rotateSecret.operation';
import * as sendTest from './sendTest.operation';

/** The operations that only version 1 offers, for workflows that have them. */
export const operations: Record<string, Operation> = {
	getDeliveries,
	getDelivery,
	getHealth,
	getLogs,
	recoverDeliveries,
	retryDelivery,
	rotateSecret,
	sendTest,
};

/** Their entries in the list of operations. */
export const options: INodePropertyOptions[] = [
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
];
