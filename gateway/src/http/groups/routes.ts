import { Type } from 'typebox';
import { connectionOrThrow } from '../../instances/find-instance.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	ChangeParticipantsBody,
	CreatedGroup,
	CreateGroupBody,
	GroupDetail,
	GroupListItem,
	OfInstance,
	OneGroup,
	ParticipantsResult,
} from './schema.ts';
import { currentPeople } from './people.ts';
import { createdGroup, groupDetail, groupListItems, participantsResult } from './view.ts';
import { groupNotFound } from '../../domain/chats/group-not-found.ts';

/** Codes any operation on groups can answer with: not every network has groups. */
const GROUP_ERRORS = ['invalid_instance', 'instance_disconnected', 'official_api_instance'] as const;
const config = { requiresLease: true } as const;

export const groupRoutes: Routes<'store' | 'connections'> = (app, { store, connections }) => {
	const defineRoute = routeDefiner(app, { tag: 'Groups' });

	defineRoute({
		method: 'GET',
		url: '/v1/groups',
		access: 'messages:read',
		concerns: 'instance in query',
		config,
		operationId: 'listGroups',
		summary: 'List all groups an instance is in, newest first',
		querystring: OfInstance,
		data: Type.Array(GroupListItem),
		errors: GROUP_ERRORS,
		handler: async ({ query }) => {
			const { instance, connection } = await connectionOrThrow(store.read, connections, query.instanceId);
			return groupListItems(await connection.listGroups(), instance);
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/groups',
		access: 'messages:write',
		concerns: 'instance in body',
		config,
		operationId: 'createGroup',
		summary: 'Create a group; the instance becomes its super admin',
		body: CreateGroupBody,
		status: 201,
		data: CreatedGroup,
		errors: ['invalid_phone_number', ...GROUP_ERRORS],
		handler: async ({ body: { instanceId, name, participants, description = null } }) => {
			const { instance, connection } = await connectionOrThrow(store.read, connections, instanceId);
			const people = [...new Set(await currentPeople(store.read, instanceId, participants))];
			const group = { name, description, participants: people };
			return createdGroup(await connection.createGroup(group), instance);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/groups/:groupId',
		access: 'messages:read',
		concerns: 'instance in query',
		config,
		operationId: 'getGroup',
		summary: 'Get a group with its participants',
		params: OneGroup,
		querystring: OfInstance,
		data: GroupDetail,
		errors: [...GROUP_ERRORS, 'group_not_found'],
		handler: async ({ params: { groupId }, query: { instanceId } }) => {
			const { connection } = await connectionOrThrow(store.read, connections, instanceId);
			const group = await connection.getGroup(groupId);
			if (group !== null) return groupDetail(group);
			throw groupNotFound(groupId);
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/groups/:groupId/participants',
		access: 'messages:write',
		concerns: 'instance in body',
		config,
		operationId: 'changeGroupParticipants',
		summary: 'Add, remove, promote or demote participants of a group the instance is an admin of',
		params: OneGroup,
		body: ChangeParticipantsBody,
		data: ParticipantsResult,
		errors: ['invalid_phone_number', ...GROUP_ERRORS, 'group_not_found', 'not_admin'],
		handler: async ({ params: { groupId }, body: { instanceId, action, participants } }) => {
			const { connection } = await connectionOrThrow(store.read, connections, instanceId);
			const people = await currentPeople(store.read, instanceId, participants);
			const refused = await connection.changeParticipants(groupId, action, [...new Set(people)]);
			return participantsResult(action, people, refused);
		},
	});
	return Promise.resolve();
};
