import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as addParticipants from './addParticipants.operation';
import * as create from './create.operation';
import * as demoteParticipants from './demoteParticipants.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as promoteParticipants from './promoteParticipants.operation';
import * as removeParticipants from './removeParticipants.operation';

/** The operations of a group by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	addParticipants,
	create,
	demoteParticipants,
	get,
	getAll,
	promoteParticipants,
	removeParticipants,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['group'] } },
		options: [
			{
				name: 'Add Participants',
				value: 'addParticipants',
				description: 'Add phone numbers to a group',
				action: 'Add participants to group',
			},
			{
				name: 'Create',
				value: 'create',
				description: 'Create a group; the instance becomes its admin',
				action: 'Create group',
			},
			{
				name: 'Demote Participants',
				value: 'demoteParticipants',
				description: 'Remove the admin rights of participants of a group',
				action: 'Demote participants of group',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get a group with its participants',
				action: 'Get group',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many groups that an instance is a member of',
				action: 'Get many groups',
			},
			{
				name: 'Promote Participants',
				value: 'promoteParticipants',
				description: 'Make participants of a group admins',
				action: 'Promote participants of group',
			},
			{
				name: 'Remove Participants',
				value: 'removeParticipants',
				description: 'Remove phone numbers from a group',
				action: 'Remove participants from group',
			},
		],
		default: 'getAll',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
