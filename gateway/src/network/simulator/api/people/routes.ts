import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow } from '../../../../instances/find-instance.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { OF_CONNECTION, ROUTES_OF_INSTANCE, Success } from '../schema.ts';
import { BlockBody, OneContact, OneHiddenContact, RevealBody } from './schema.ts';

/** Blocks contacts on an instance's phone, and reveals their numbers (an addition). */
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
			summary: 'Reveal the phone number of a person whose number the network hid',
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
		return Promise.resolve();
	};
}
