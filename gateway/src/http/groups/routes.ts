import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { connectionOrThrow } from '../../instances/find.ts';
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
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';
import { createdGroup, groupDetail, groupListItem, participantsResult } from './view.ts';

const tags = ['Groups'];
/** Codes any operation on groups can answer with: not every network has them. */
const GROUP_ERRORS = ['invalid_instance', 'instance_disconnected', 'official_api_instance'] as const;

export const groupRoutes: Routes = (app, { store, connections }) => {
	app.get(
		'/v1/groups',
		{
			config: { access: 'messages:read', requiresLease: true },
			schema: {
				tags,
				operationId: 'listGroups',
				summary: 'List all groups an instance is in, newest first',
				querystring: OfInstance,
				response: {
					200: Data(Type.Array(GroupListItem)),
					...errorResponses('invalid_parameters', ...GROUP_ERRORS),
				},
			},
		},
		async (request) => {
			const { instance, connection } = await connectionOrThrow(
				store.read,
				connections,
				request.query.instanceId,
			);
			const groups = await connection.listGroups();
			const newestFirst = groups.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
			return { success: true, data: newestFirst.map((group) => groupListItem(group, instance)) };
		},
	);

	app.post(
		'/v1/groups',
		{
			config: { access: 'messages:write', requiresLease: true },
			schema: {
				tags,
				operationId: 'createGroup',
				summary: 'Create a group; the instance becomes its super admin',
				body: CreateGroupBody,
				response: {
					201: Data(CreatedGroup),
					...errorResponses(...BODY_ERRORS, 'invalid_phone_number', ...GROUP_ERRORS),
				},
			},
		},
		async (request, reply) => {
			const { instanceId, name, participants, description = null } = request.body;
			const { instance, connection } = await connectionOrThrow(store.read, connections, instanceId);
			const group = await connection.createGroup({ name, description, participants });
			reply.code(201);
			return { success: true, data: createdGroup(group, instance) };
		},
	);

	app.get(
		'/v1/groups/:groupId',
		{
			config: { access: 'messages:read', requiresLease: true },
			schema: {
				tags,
				operationId: 'getGroup',
				summary: 'Get a group with its participants',
				params: OneGroup,
				querystring: OfInstance,
				response: {
					200: Data(GroupDetail),
					...errorResponses('invalid_parameters', ...GROUP_ERRORS, 'group_not_found'),
				},
			},
		},
		async (request) => {
			const { groupId } = request.params;
			const { connection } = await connectionOrThrow(store.read, connections, request.query.instanceId);
			const group = await connection.getGroup(groupId);
			if (group !== null) return { success: true, data: groupDetail(group) };
			throw new GatewayError(
				'group_not_found',
				`The instance is in no group ${groupId}. List its groups with GET /v1/groups.`,
			);
		},
	);

	app.post(
		'/v1/groups/:groupId/participants',
		{
			config: { access: 'messages:write', requiresLease: true },
			schema: {
				tags,
				operationId: 'changeGroupParticipants',
				summary: 'Add, remove, promote or demote participants of a group the instance is an admin of',
				params: OneGroup,
				body: ChangeParticipantsBody,
				response: {
					200: Data(ParticipantsResult),
					...errorResponses(
						...BODY_ERRORS,
						'invalid_phone_number',
						...GROUP_ERRORS,
						'group_not_found',
						'not_admin',
					),
				},
			},
		},
		async (request) => {
			const { instanceId, action, participants } = request.body;
			const { connection } = await connectionOrThrow(store.read, connections, instanceId);
			// A phone that is named twice is changed once, and told of twice.
			const phones = [...new Set(participants)];
			const refused = await connection.changeParticipants(request.params.groupId, action, phones);
			return { success: true, data: participantsResult(action, participants, refused) };
		},
	);
	return Promise.resolve();
};
