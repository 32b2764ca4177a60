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
				description: 'Get the status of the gateway and the remaining rate limit',
				action: 'Get gateway health',
			},
			{
				name: 'Get Usage',
				value: 'getUsage',
				description: "Get the plan, the number of instances, today's messages and the remaining credits",
				action: 'Get gateway usage',
			},
		],
		default: 'getHealth',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
