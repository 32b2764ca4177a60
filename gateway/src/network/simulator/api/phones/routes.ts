import { Type } from 'typebox';
import { GatewayError } from '../../../../domain/error.ts';
import type { InstanceId } from '../../../../domain/ids.ts';
import { namedInstanceOrThrow } from '../../../../instances/find.ts';
import type { ManualPhone as Phone } from '../../phones/manual-phone.ts';
import type { SimulatorControls } from '../../simulator.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { EXTENSION } from '../../../../http/server/fields.ts';
import { BODY_ERRORS, Data, errorResponses } from '../../../../http/server/responses.ts';
import { BlockInstanceBody, ManualPhone, ControlBody, OnePhone } from './schema.ts';
import { deviceNotConnected } from '../receive-message.ts';

const tags = ['Simulator'];
const config = { access: 'instances:write' as const };
const Done = Type.Object({ success: Type.Boolean() });

/** Takes control of phones, changes their settings, blocks instances on them and releases them (an addition). */
export function simulatedPhoneRoutes({ phones }: SimulatorControls): Routes {
	return (app, { store }) => {
		app.get(
			'/simulator/v1/phones',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'listSimulatedPhones',
					summary: 'List the phones controlled by hand, in the order in which control was taken',
					response: { 200: Data(Type.Array(ManualPhone)), ...errorResponses() },
				},
			},
			() => ({ success: true, data: phones.all().map(phoneResponse) }),
		);

		app.get(
			'/simulator/v1/phones/:number',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'getSimulatedPhone',
					summary: 'Get a phone controlled by hand',
					params: OnePhone,
					response: {
						200: Data(ManualPhone),
						...errorResponses('invalid_phone_number', 'contact_not_found'),
					},
				},
			},
			(request) => ({
				success: true,
				data: phoneResponse(manualPhoneOrThrow({ phones }, request.params.number)),
			}),
		);

		app.put(
			'/simulator/v1/phones/:number',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'holdSimulatedPhone',
					summary: 'Take control of a phone, or change its name, whether it is online, and how it reads',
					description:
						'A phone controlled by hand does only what requests say, and no longer what its last digits stand for.',
					params: OnePhone,
					body: ControlBody,
					response: {
						200: Data(ManualPhone),
						...errorResponses(...BODY_ERRORS, 'invalid_phone_number'),
					},
				},
			},
			async (request) => {
				const phone = await phones.control(request.params.number, request.body);
				return { success: true, data: phoneResponse(phone) };
			},
		);

		app.delete(
			'/simulator/v1/phones/:number',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'putAwaySimulatedPhone',
					summary: 'Release a phone, which from then on receives and reads automatically',
					params: OnePhone,
					response: {
						200: Done,
						...errorResponses('csrf_token_required', 'invalid_phone_number', 'contact_not_found'),
					},
				},
			},
			async (request) => {
				if (!(await phones.release(request.params.number))) throwNotControlled(request.params.number);
				return { success: true };
			},
		);

		app.post(
			'/simulator/v1/phones/:number/block',
			{
				config: { ...config, requiresLease: true },
				schema: {
					tags,
					...EXTENSION,
					operationId: 'blockInstanceOnPhone',
					summary: 'Block or unblock an instance on a phone',
					params: OnePhone,
					body: BlockInstanceBody,
					response: {
						200: Data(ManualPhone),
						...errorResponses(
							...BODY_ERRORS,
							'invalid_phone_number',
							'contact_not_found',
							'invalid_instance',
							'instance_disconnected',
						),
					},
				},
			},
			async (request) => {
				const { number } = manualPhoneOrThrow({ phones }, request.params.number);
				const { instanceId, blocked } = request.body;
				const { id } = await namedInstanceOrThrow(store.read, instanceId);
				if (!(await phones.block(number, id, blocked))) throw deviceNotConnected();
				return { success: true, data: phoneResponse(manualPhoneOrThrow({ phones }, number)) };
			},
		);
		return Promise.resolve();
	};
}

/** The phone with this number. Throws contact_not_found when it is not controlled by hand. */
export function manualPhoneOrThrow({ phones }: Pick<SimulatorControls, 'phones'>, number: string): Phone {
	return phones.of(number) ?? throwNotControlled(number);
}

function throwNotControlled(number: string): never {
	throw new GatewayError(
		'contact_not_found',
		`The phone ${number} is not controlled by hand. Take control of it with PUT /simulator/v1/phones/${number}.`,
	);
}

function phoneResponse({ blocked, ...phone }: Phone): Omit<Phone, 'blocked'> & { blocked: InstanceId[] } {
	return { ...phone, blocked: [...blocked] };
}
