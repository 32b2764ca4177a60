import type { Static } from 'typebox';
import type { ParticipantRefusal } from '../../../../domain/chats/group.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { CreatedGroup } from '../../../../http/groups/schema.ts';
import { createdGroup, groupDetail } from '../../../../http/groups/view.ts';
import { instanceOrThrow } from '../../../../instances/find-instance.ts';
import type { SimulatedGroups } from '../../groups/simulated-groups.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { requireCapabilities } from '../required-capabilities.ts';
import { OF_CONNECTION, OneInstance, ROUTES_OF_INSTANCE, Success } from '../schema.ts';
import {
	ChangeByOtherBody,
	CreateGroupBody,
	GroupOfOthers,
	OneGroup,
	ParticipantOutcomes,
	UpdateByOtherBody,
} from './schema.ts';

const GROUP_ERRORS = [
	'invalid_phone_number',
	'instance_not_found',
	'instance_disconnected',
	'official_api_instance',
	'group_not_found',
] as const;

/** Both methods change participants: POST is the older one. */
const CHANGE_METHODS = [
	{ method: 'POST', operationId: 'simulateGroupParticipants' },
	{ method: 'PATCH', operationId: 'simulateParticipantChange' },
] as const;

/** Actions of other phones on groups: create, show and change them, join and leave (an addition). */
export function simulatedGroupRoutes(controls: SimulatorControls): Routes {
	return (app, { store }) => {
		const defineRoute = routeDefiner(app, { ...ROUTES_OF_INSTANCE, config: OF_CONNECTION });

		async function groupsOf(instanceId: string): Promise<SimulatedGroups> {
			const { id } = await instanceOrThrow(store.read, instanceId);
			const groups = controls.groupsOf(id);
			if (groups === null) throw deviceNotConnected();
			requireCapabilities(controls, id, ['received_group_changes']);
			return groups;
		}

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/groups',
			operationId: 'simulateGroup',
			summary: 'Create a group as another phone, with the instance as a plain member',
			params: OneInstance,
			body: CreateGroupBody,
			status: 201,
			data: CreatedGroup,
			errors: ['invalid_phone_number', 'instance_not_found', 'instance_disconnected'],
			handler: async ({ params, body }) => {
				const instance = await instanceOrThrow(store.read, params.instanceId);
				const { from, name, participants = [], announce = false, restrict = false } = body;
				const groups = controls.groupsOf(instance.id);
				if (groups === null) throw deviceNotConnected();
				const settings = { announce, restrict };
				const group = await groups.createByOther(from, { name, description: null, participants, settings });
				return createdGroup(group, instance);
			},
		});

		defineRoute({
			method: 'GET',
			url: '/simulator/v1/instances/:instanceId/groups/:groupId',
			operationId: 'simulatedGroup',
			summary: 'Get a group as its admins see it, with its invite; also one that the instance has left',
			params: OneGroup,
			data: GroupOfOthers,
			errors: GROUP_ERRORS.filter((code) => code !== 'invalid_phone_number'),
			handler: async ({ params: { instanceId, groupId } }) => {
				const groups = await groupsOf(instanceId);
				const invite = await groups.inviteOfAny(groupId);
				const group = await groups.anyOrThrow(groupId);
				return { ...groupDetail(group), invite };
			},
		});

		defineRoute({
			method: 'PATCH',
			url: '/simulator/v1/instances/:instanceId/groups/:groupId',
			operationId: 'simulateGroupUpdate',
			summary: 'Change the name, the settings, the picture or the invite of a group as a participant',
			params: OneGroup,
			body: UpdateByOtherBody,
			response: Success,
			errors: [...GROUP_ERRORS, 'not_admin'],
			handler: async ({ params, body: { by, ...changes } }) => {
				const groups = await groupsOf(params.instanceId);
				await groups.updateByOther(params.groupId, by, changes);
				return { success: true };
			},
		});

		for (const { method, operationId } of CHANGE_METHODS) {
			defineRoute({
				method,
				url: '/simulator/v1/instances/:instanceId/groups/:groupId/participants',
				operationId,
				summary: 'Change participants as an admin, the instance included, or join and leave as other people',
				params: OneGroup,
				body: ChangeByOtherBody,
				data: ParticipantOutcomes,
				errors: [...GROUP_ERRORS, 'not_admin'],
				handler: async ({ params, body: { action, participants, ...who } }) => {
					const groups = await groupsOf(params.instanceId);
					const refused = await groups.changeByOther(params.groupId, action, participants, who);
					return { action, results: outcomes(participants, refused) };
				},
			});
		}
		return Promise.resolve();
	};
}

function outcomes(
	participants: readonly string[],
	refused: ReadonlyMap<string, ParticipantRefusal>,
): Static<typeof ParticipantOutcomes>['results'] {
	return participants.map((phone) => {
		const error = refused.get(phone);
		return error === undefined ? { phone, status: 'success' } : { phone, status: 'failed', error };
	});
}
