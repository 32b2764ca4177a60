import { GatewayError } from '../../../../domain/error.ts';
import { chatIdOf } from '../../../../domain/phone.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow } from '../../../../instances/find-instance.ts';
import { currentIdOf } from '../../../../store/chats/person-ids.ts';
import type { InstanceRow } from '../../../../store/schema.ts';
import { memberOf } from '../../groups/group-changes.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { requireCapabilities } from '../required-capabilities.ts';
import { OF_CONNECTION, OneInstance, ROUTES_OF_INSTANCE, Success } from '../schema.ts';
import { CallBody, PresenceBody, RestrictionBody, SimulatedCall, type Somebody } from './schema.ts';

/** Milliseconds that a restriction lasts at most. */
const LONGEST_RESTRICTION = 366 * 24 * 3_600_000;

const ACCOUNT_ERRORS = ['instance_not_found', 'instance_disconnected', 'official_api_instance'] as const;

/** Calls, presence and restrictions of the account (an addition). */
export function simulatedAccountRoutes(controls: SimulatorControls): Routes {
	return (app, { store, clock }) => {
		const defineRoute = routeDefiner(app, { ...ROUTES_OF_INSTANCE, config: OF_CONNECTION });

		/** The current id of the person whom a request names. Throws invalid_parameters. */
		async function personIn(instance: InstanceRow, { from, senderId }: Somebody): Promise<string> {
			const named = from === undefined ? senderId : chatIdOf(from);
			if (named === undefined) {
				throw new GatewayError('invalid_parameters', 'Name the person: give "from" or "senderId".');
			}
			if (from !== undefined && from === instance.phone) {
				throw new GatewayError(
					'invalid_parameters',
					"This is the instance's own number. Name the number of another phone.",
				);
			}
			return currentIdOf(store.read, instance.id, named);
		}

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/calls',
			operationId: 'simulateCall',
			summary: 'Call an instance as a person',
			params: OneInstance,
			body: CallBody,
			status: 201,
			data: SimulatedCall,
			errors: ['invalid_phone_number', ...ACCOUNT_ERRORS],
			handler: async ({ params, body: { video = false, ...who } }) => {
				const instance = await instanceOrThrow(store.read, params.instanceId);
				requireCapabilities(controls, instance.id, ['calls']);
				const senderId = await personIn(instance, who);
				const call = await controls.call(instance.id, { senderId, video });
				if (call === null) throw deviceNotConnected();
				return call;
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/presence',
			operationId: 'simulatePresence',
			summary: 'Set the presence of a person: online, offline, typing or recording',
			description: 'The network reports the presence to an instance that has subscribed to the chat.',
			params: OneInstance,
			body: PresenceBody,
			response: Success,
			errors: ['invalid_phone_number', 'group_not_found', ...ACCOUNT_ERRORS],
			handler: async ({ params, body: { state, groupId, ...who } }) => {
				const instance = await instanceOrThrow(store.read, params.instanceId);
				requireCapabilities(controls, instance.id, ['presence']);
				const senderId = await personIn(instance, who);
				if (groupId !== undefined) await throwIfNotIn(instance, groupId, senderId);
				const presence = { senderId, chatId: groupId ?? senderId, state };
				if (!(await controls.presence(instance.id, presence))) throw deviceNotConnected();
				return { success: true };
			},
		});

		async function throwIfNotIn(instance: InstanceRow, groupId: string, senderId: string): Promise<void> {
			const group = await controls.groupsOf(instance.id)?.anyOrThrow(groupId);
			if (group === undefined || memberOf(group, senderId) !== undefined) return;
			throw new GatewayError(
				'invalid_parameters',
				`${senderId} is not in the group "${group.name}". Name one of its participants.`,
			);
		}

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/restriction',
			operationId: 'simulateRestriction',
			summary: 'Restrict the account of an instance',
			description: 'Restricted messages fail with `rate_limited`, as on WhatsApp.',
			params: OneInstance,
			body: RestrictionBody,
			response: Success,
			errors: ACCOUNT_ERRORS,
			handler: async ({ params, body: { kind, until = null } }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				requireCapabilities(controls, id, ['restrictions']);
				const restriction = { kind, until: until === null ? null : endOrThrow(until, clock.now()) };
				if (!(await controls.restrict(id, restriction))) throw deviceNotConnected();
				return { success: true };
			},
		});

		defineRoute({
			method: 'DELETE',
			url: '/simulator/v1/instances/:instanceId/restriction',
			operationId: 'simulateEndOfRestriction',
			summary: 'End the restriction of an account',
			params: OneInstance,
			response: Success,
			errors: ACCOUNT_ERRORS,
			handler: async ({ params }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				requireCapabilities(controls, id, ['restrictions']);
				if (!(await controls.restrict(id, null))) throw deviceNotConnected();
				return { success: true };
			},
		});
		return Promise.resolve();
	};
}

/** Throws invalid_parameters for a time in the past, or in more than a year. */
function endOrThrow(until: string, now: number): number {
	const at = Date.parse(until);
	if (at > now && at - now <= LONGEST_RESTRICTION) return at;
	throw new GatewayError('invalid_parameters', '"until" has to be in the future, within a year.');
}
