import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { CreatedGroup, ParticipantsResult } from '../../../../http/groups/schema.ts';
import { createdGroup, participantsResult } from '../../../../http/groups/view.ts';
import { instanceOrThrow } from '../../../../instances/find.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { OF_CONNECTION, OneInstance, ROUTES_OF_INSTANCE, Success } from '../schema.ts';
import {
	BlockBody,
	ChangeByOtherBody,
	CreateGroupBody,
	OneContact,
	OneGroup,
	OneHiddenContact,
	RevealBody,
} from './schema.ts';

/** Blocks contacts of an instance's phone, and lets other phones create and change groups (an addition). */
export function simulatedPeopleRoutes(controls: SimulatorControls): Routes {
	return (app, { store }) => {
		const defineRoute = routeDefiner(app, ROUTES_OF_INSTANCE);

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/contacts/:phone/block',
			config: OF_CONNECTION,
			operationId: 'simulateBlock',
			summary: 'Block or unblock a contact on the phone of an instance',
			params: OneContact,
			body: BlockBody,
			response: Success,
			errors: ['invalid_phone_number', 'instance_not_found', 'instance_disconnected', 'contact_not_found'],
			handler: async ({ params, body }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				if (!(await controls.block(id, params.phone, body.blocked))) throw deviceNotConnected();
				return { success: true };
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/contacts/:contactId/reveal',
			config: OF_CONNECTION,
			operationId: 'simulateReveal',
			summary: 'Let the network tell the phone number of a person whose number it hid',
			params: OneHiddenContact,
			body: RevealBody,
			response: Success,
			errors: ['invalid_phone_number', 'instance_not_found', 'instance_disconnected', 'contact_not_found'],
			handler: async ({ params, body }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				if (!(await controls.reveal(id, params.contactId, body.phone))) throw deviceNotConnected();
				return { success: true };
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/groups',
			config: OF_CONNECTION,
			operationId: 'simulateGroup',
			summary: 'Let another phone create a group with the instance as a plain member',
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
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/groups/:groupId/participants',
			config: OF_CONNECTION,
			operationId: 'simulateGroupParticipants',
			summary: 'Let another admin change participants of a group, which may include the instance',
			params: OneGroup,
			body: ChangeByOtherBody,
			data: ParticipantsResult,
			errors: ['invalid_phone_number', 'instance_not_found', 'instance_disconnected', 'group_not_found'],
			handler: async ({ params, body: { action, participants } }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				const groups = controls.groupsOf(id);
				if (groups === null) throw deviceNotConnected();
				const refused = await groups.changeByOther(params.groupId, action, participants);
				return participantsResult(action, participants, refused);
			},
		});
		return Promise.resolve();
	};
}
