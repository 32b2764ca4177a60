import { Type } from 'typebox';
import { canSee, type VisibleInstances } from '../../../../domain/access/caller.ts';
import { callerOf } from '../../../../http/server/authentication/caller.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { namedInstanceOrThrow } from '../../../../instances/find-instance.ts';
import type { ManualPhone as Phone } from '../../phones/manual-phone.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { OF_CONNECTION, SIMULATOR_ROUTES, Success } from '../schema.ts';
import { manualPhoneOrThrow, throwNotControlled } from './find-phone.ts';
import { BlockInstanceBody, ControlBody, ManualPhone, OnePhone } from './schema.ts';

/** Takes control of phones, changes their settings, blocks instances on them and releases them (an addition). */
export function simulatedPhoneRoutes({ phones }: SimulatorControls): Routes {
	return (app, { store }) => {
		const defineRoute = routeDefiner(app, SIMULATOR_ROUTES);

		defineRoute({
			method: 'GET',
			url: '/simulator/v1/phones',
			concerns: 'visible instances',
			operationId: 'listSimulatedPhones',
			summary: 'List the phones controlled by hand, in the order in which control was taken',
			data: Type.Array(ManualPhone),
			handler: (request) => phones.all().map((phone) => phoneView(phone, callerOf(request).instanceIds)),
		});

		defineRoute({
			method: 'GET',
			url: '/simulator/v1/phones/:number',
			concerns: 'visible instances',
			operationId: 'getSimulatedPhone',
			summary: 'Get a phone controlled by hand',
			params: OnePhone,
			data: ManualPhone,
			errors: ['invalid_phone_number', 'contact_not_found'],
			handler: (request) => {
				const phone = manualPhoneOrThrow({ phones }, request.params.number);
				return phoneView(phone, callerOf(request).instanceIds);
			},
		});

		defineRoute({
			method: 'PUT',
			url: '/simulator/v1/phones/:number',
			concerns: 'all instances',
			operationId: 'holdSimulatedPhone',
			summary: 'Take control of a phone, or change its name, its online state and its reading mode',
			description:
				'A phone controlled by hand acts only on requests. The automatic behavior of its last digits does not apply.',
			params: OnePhone,
			body: ControlBody,
			data: ManualPhone,
			errors: ['invalid_phone_number'],
			handler: async (request) => {
				const phone = await phones.control(request.params.number, request.body);
				return phoneView(phone, callerOf(request).instanceIds);
			},
		});

		defineRoute({
			method: 'DELETE',
			url: '/simulator/v1/phones/:number',
			concerns: 'all instances',
			operationId: 'putAwaySimulatedPhone',
			summary: 'Release a phone, which from then on receives and reads automatically',
			params: OnePhone,
			response: Success,
			errors: ['invalid_phone_number', 'contact_not_found'],
			handler: async ({ params }) => {
				if (!(await phones.release(params.number))) throwNotControlled(params.number);
				return { success: true };
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/phones/:number/block',
			concerns: 'instance in body',
			config: OF_CONNECTION,
			operationId: 'blockInstanceOnPhone',
			summary: 'Block or unblock an instance on a phone',
			params: OnePhone,
			body: BlockInstanceBody,
			data: ManualPhone,
			errors: ['invalid_phone_number', 'contact_not_found', 'invalid_instance', 'instance_disconnected'],
			handler: async (request) => {
				const { instanceId, blocked } = request.body;
				const { number } = manualPhoneOrThrow({ phones }, request.params.number);
				const { id } = await namedInstanceOrThrow(store.read, instanceId);
				if (!(await phones.block(number, id, blocked))) throw deviceNotConnected();
				return phoneView(manualPhoneOrThrow({ phones }, number), callerOf(request).instanceIds);
			},
		});
		return Promise.resolve();
	};
}

/** A copy, since the response is written after the phone may have changed. It names the visible instances only. */
function phoneView({ blocked, ...phone }: Phone, visible: VisibleInstances): ManualPhone {
	return { ...phone, blocked: blocked.filter((instanceId) => canSee(visible, instanceId)) };
}
