import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as getStatus from './getStatus.operation';
import * as sendText from './sendText.operation';

/** The operations of a message by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	getStatus: getStatus.execute,
	sendText: sendText.execute,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['message'] } },
		options: [
			{
				name: 'Get Status',
				value: 'getStatus',
				description: 'Get whether a sent message was delivered and read',
				action: 'Get status of a message',
			},
			{
				name: 'Send Text',
				value: 'sendText',
				description: 'Send a text message to a phone number or a group',
				action: 'Send a text message',
			},
		],
		default: 'sendText',
	},
	...getStatus.description,
	...sendText.description,
];
