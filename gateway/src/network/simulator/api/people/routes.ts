import { Type } from 'typebox';
import { instanceOrThrow } from '../../../../instances/find.ts';
import type { SimulatorControls } from '../../simulator.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { EXTENSION, IdOf } from '../../../../http/server/fields.ts';
import { CreatedGroup, ParticipantsResult } from '../../../../http/groups/schema.ts';
import { BODY_ERRORS, Data, errorResponses } from '../../../../http/server/responses.ts';
import { BlockBody, ChangeByOtherBody, OneContact, OneGroup, CreateGroupBody } from './schema.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { createdGroup, participantsResult } from '../../../../http/groups/view.ts';

const tags = ['Simulator'];
const config = { access: 'instances:write' as const, requiresLease: true as const };

/** Blocks contacts of an instance's phone, and lets other phones create and change groups (an addition). */
export function simulatedPeopleRoutes(controls: SimulatorControls): Routes {
	return (app, { store }) => {
		app.post(
			'/simulator/v1/instances/:instanceId/contacts/:phone/block',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'simulateBlock',
					summary: 'Block or unblock a contact on the phone of an instance',
					params: OneContact,
					body: BlockBody,
					response: {
						200: Type.Object({ success: Type.Boolean() }),
						...errorResponses(
							...BODY_ERRORS,
							'invalid_phone_number',
							'instance_not_found',
							'instance_disconnected',
							'contact_not_found',
						),
					},
				},
			},
			async (request) => {
				const { id } = await instanceOrThrow(store.read, request.params.instanceId);
				if (!(await controls.block(id, request.params.phone, request.body.blocked)))
					throw deviceNotConnected();
				return { success: true };
			},
		);

		app.post(
			'/simulator/v1/instances/:instanceId/groups',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'simulateGroup',
					summary: 'Let another phone create a group with the instance as a plain member',
					params: Type.Object({ instanceId: IdOf('inst', 'The instance.') }),
					body: CreateGroupBody,
					response: {
						201: Data(CreatedGroup),
						...errorResponses(
							...BODY_ERRORS,
							'invalid_phone_number',
							'instance_not_found',
							'instance_disconnected',
						),
					},
				},
			},
			async (request, reply) => {
				const instance = await instanceOrThrow(store.read, request.params.instanceId);
				const { from, name, participants = [], announce = false, restrict = false } = request.body;
				const groups = controls.groupsOf(instance.id);
				if (groups === null) throw deviceNotConnected();
				const settings = { announce, restrict };
				const group = await groups.createByOther(from, { name, description: null, participants, settings });
				reply.code(201);
				return { success: true, data: createdGroup(group, instance) };
			},
		);

		app.post(
			'/simulator/v1/instances/:instanceId/groups/:groupId/participants',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'simulateGroupParticipants',
					summary: 'Let another admin change participants of a group, which may include the instance',
					params: OneGroup,
					body: ChangeByOtherBody,
					response: {
						200: Data(ParticipantsResult),
						...errorResponses(
							...BODY_ERRORS,
							'invalid_phone_number',
							'instance_not_found',
							'instance_disconnected',
							'group_not_found',
						),
					},
				},
			},
			async (request) => {
				const { id } = await instanceOrThrow(store.read, request.params.instanceId);
				const { action, participants } = request.body;
				const groups = controls.groupsOf(id);
				if (groups === null) throw deviceNotConnected();
				const refused = await groups.changeByOther(request.params.groupId, action, participants);
				return { success: true, data: participantsResult(action, participants, refused) };
			},
		);
		return Promise.resolve();
	};
}
