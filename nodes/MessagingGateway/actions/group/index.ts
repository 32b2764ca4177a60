import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as addParticipants from './addParticipants.operation';
import * as create from './create.operation';
import * as demoteParticipants from './demoteParticipants.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getInvite from './getInvite.operation';
import * as join from './join.operation';
import * as leave from './leave.operation';
import * as promoteParticipants from './promoteParticipants.operation';
import * as removeParticipants from './removeParticipants.operation';
import * as revokeInvite from './revokeInvite.operation';
import * as update from './update.operation';

/** The operations of a group by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	addParticipants,
	create,
	demoteParticipants,
	get,
	getAll,
	getInvite,
	join,
	leave,
	promoteParticipants,
	removeParticipants,
	revokeInvite,
	update,
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
				description: 'Add people to a group',
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
				name: 'Get Invite',
				value: 'getInvite',
				description: 'Get the invite link of a group that an instance is an admin of',
				action: 'Get invite of group',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many groups that an instance is a member of',
				action: 'Get many groups',
			},
			{
				name: 'Join',
				value: 'join',
				description: 'Join a group by its invite link',
				action: 'Join group',
			},
			{
				name: 'Leave',
				value: 'leave',
				description: 'Leave a group',
				action: 'Leave group',
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
				description: 'Remove people from a group',
				action: 'Remove participants from group',
			},
			{
				name: 'Revoke Invite',
				value: 'revokeInvite',
				description: 'Make the invite link of a group invalid and get a new one',
				action: 'Revoke invite of group',
			},
			{
				name: 'Update',
				value: 'update',
				description: 'Change the name, the description, the settings or the picture of a group',
				action: 'Update group',
			},
		],
		default: 'getAll',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
