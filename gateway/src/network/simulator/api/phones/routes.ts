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
import { deviceNotConnected } from '../incoming-requests.ts';

const tags = ['Simulator'];
const config = { access: 'instances:write' as const };
const Done = Type.Object({ success: Type.Boolean() });

/** The phones in people's hands: what one is called, whether it is reached, whom it has blocked (an addition). */
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
					summary: 'List the phones somebody holds, in the order they were taken in hand',
					response: { 200: Data(Type.Array(ManualPhone)), ...errorResponses() },
				},
			},
			() => ({ success: true, data: phones.all().map(shown) }),
		);

		app.get(
			'/simulator/v1/phones/:number',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'getSimulatedPhone',
					summary: 'Get a phone somebody holds',
					params: OnePhone,
					response: {
						200: Data(ManualPhone),
						...errorResponses('invalid_phone_number', 'contact_not_found'),
					},
				},
			},
			(request) => ({ success: true, data: shown(manualPhoneOrThrow({ phones }, request.params.number)) }),
		);

		app.put(
			'/simulator/v1/phones/:number',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'holdSimulatedPhone',
					summary: 'Take a phone in hand, or change its name, whether it is reached, and how it reads',
					description:
						'A phone in hand does what its holder does, and no longer what its last digits stand for.',
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
				return { success: true, data: shown(phone) };
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
					summary: 'Put a phone away; from then on it receives and reads by itself',
					params: OnePhone,
					response: {
						200: Done,
						...errorResponses('csrf_token_required', 'invalid_phone_number', 'contact_not_found'),
					},
				},
			},
			async (request) => {
				if (!(await phones.release(request.params.number))) notInHand(request.params.number);
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
					summary: 'The phone blocks an instance, or ends that',
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
				return { success: true, data: shown(manualPhoneOrThrow({ phones }, number)) };
			},
		);
		return Promise.resolve();
	};
}

/** The phone with this number, where somebody holds it. Throws contact_not_found. */
export function manualPhoneOrThrow({ phones }: Pick<SimulatorControls, 'phones'>, number: string): Phone {
	return phones.of(number) ?? notInHand(number);
}

function notInHand(number: string): never {
	throw new GatewayError(
		'contact_not_found',
		`Nobody holds the phone ${number}. Take it in hand with PUT /simulator/v1/phones/${number}.`,
	);
}

function shown({ blocked, ...phone }: Phone): Omit<Phone, 'blocked'> & { blocked: InstanceId[] } {
	return { ...phone, blocked: [...blocked] };
}
