import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as getHealth from './getHealth.operation';
import * as getUsage from './getUsage.operation';

/** The operations of the gateway by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	getHealth,
	getUsage,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['gateway'] } },
		options: [
			{
				name: 'Get Health',
				value: 'getHealth',
				description: 'Get whether the gateway works, and what is left of the rate limit',
				action: 'Get health of the gateway',
			},
			{
				name: 'Get Usage',
				value: 'getUsage',
				description: 'Get the plan, the instances, the messages of today and the credits left',
				action: 'Get usage of the gateway',
			},
		],
		default: 'getHealth',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
