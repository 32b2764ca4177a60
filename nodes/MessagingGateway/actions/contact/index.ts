import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as block from './block.operation';
import * as check from './check.operation';
import * as getAll from './getAll.operation';
import * as getProfile from './getProfile.operation';
import * as unblock from './unblock.operation';

/** The operations of a contact by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	block,
	check,
	getAll,
	getProfile,
	unblock,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['contact'] } },
		options: [
			{
				name: 'Block',
				value: 'block',
				description: 'Block a person, whose messages and calls then no longer arrive',
				action: 'Block contact',
			},
			{
				name: 'Check Numbers',
				value: 'check',
				description: 'Check which phone numbers are registered with the network',
				action: 'Check phone numbers',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many contacts of an instance, sorted by name',
				action: 'Get many contacts',
			},
			{
				name: 'Get Profile',
				value: 'getProfile',
				description: 'Get the current profile of a contact, optionally with the picture',
				action: 'Get profile of contact',
			},
			{
				name: 'Unblock',
				value: 'unblock',
				description: 'Unblock a person, whose messages then arrive again',
				action: 'Unblock contact',
			},
		],
		default: 'getAll',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
