import { GatewayError } from '../../../../domain/error.ts';
import type { InstanceId } from '../../../../domain/ids.ts';
import type { FailureCode, MessageFailure } from '../../../../domain/messages/message.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow } from '../../../../instances/find-instance.ts';
import { FAULTS_LIMIT } from '../../faults/fault-queue.ts';
import { KINDS_WITH_TIME, TARGETS_OF, type FaultKind, type FaultTarget } from '../../faults/fault.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { OF_CONNECTION, OneInstance, ROUTES_OF_INSTANCE } from '../schema.ts';
import { FaultBody, FaultQuery, PendingFaults } from './schema.ts';

/** Faults of the simulated network on demand (an addition). */
export function simulatedFaultRoutes({ faults }: SimulatorControls): Routes {
	return (app, { store }) => {
		const defineRoute = routeDefiner(app, { ...ROUTES_OF_INSTANCE, config: OF_CONNECTION });

		const view = (instanceId: InstanceId) => ({
			faults: faults.list(instanceId).map(({ kind, on, left, delay, chatId, failure }) => ({
				kind,
				on,
				left,
				seconds: delay === 0 ? null : delay / 1000,
				chatId,
				error: failure,
			})),
		});

		defineRoute({
			method: 'GET',
			url: '/simulator/v1/instances/:instanceId/faults',
			operationId: 'listSimulatedFaults',
			summary: 'List the pending faults',
			params: OneInstance,
			data: PendingFaults,
			errors: ['instance_not_found'],
			handler: async ({ params }) => view((await instanceOrThrow(store.read, params.instanceId)).id),
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/faults',
			operationId: 'simulateFaults',
			summary: 'Add a fault for the next messages or receipts',
			description:
				'Faults happen in the order of the requests, one to each message or receipt; with `chatId`, to those of one chat. A restart of the gateway removes them.',
			params: OneInstance,
			body: FaultBody,
			status: 201,
			data: PendingFaults,
			errors: ['instance_not_found'],
			handler: async ({ params, body: { kind, next = 1, on, seconds, chatId = null, error } }) => {
				const { id, method } = await instanceOrThrow(store.read, params.instanceId);
				if (kind === 'window' && method !== 'official') throw noWindow();
				const fault = {
					kind,
					on: targetOrThrow(kind, on),
					left: next,
					delay: delayOrThrow(kind, seconds),
					chatId,
					failure: failureOrThrow(kind, error),
				};
				if (!faults.add(id, fault)) throw tooMany();
				return view(id);
			},
		});

		defineRoute({
			method: 'DELETE',
			url: '/simulator/v1/instances/:instanceId/faults',
			operationId: 'clearSimulatedFaults',
			summary: 'Remove the pending faults',
			params: OneInstance,
			querystring: FaultQuery,
			data: PendingFaults,
			errors: ['instance_not_found'],
			handler: async ({ params, query: { chatId = null } }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				faults.clear(id, chatId);
				return view(id);
			},
		});
		return Promise.resolve();
	};
}

/** Throws invalid_parameters for what cannot happen. */
function targetOrThrow(kind: FaultKind, on: FaultTarget | undefined): FaultTarget {
	const targets = TARGETS_OF[kind];
	const target = on ?? targets[0];
	if (targets.includes(target)) return target;
	throw new GatewayError(
		'invalid_parameters',
		`"${kind}" cannot happen to ${target}: set "on" to ${targets.join(' or ')}.`,
	);
}

/** Returns milliseconds. Throws invalid_parameters. */
function delayOrThrow(kind: FaultKind, seconds: number | undefined): number {
	if (kind === 'delay' && seconds === undefined) {
		throw new GatewayError('invalid_parameters', 'A delay needs "seconds".');
	}
	if (seconds === undefined || KINDS_WITH_TIME.includes(kind)) return (seconds ?? 0) * 1000;
	throw new GatewayError(
		'invalid_parameters',
		`Only ${KINDS_WITH_TIME.join(', ')} have "seconds". Leave it out, or set "kind" to one of them.`,
	);
}

/** Throws invalid_parameters. */
function failureOrThrow(
	kind: FaultKind,
	error: { code: FailureCode; message?: string } | undefined,
): MessageFailure | null {
	if (kind === 'fail') {
		const { code = 'network_error', message = 'The simulated network refused the message.' } = error ?? {};
		return { code, message };
	}
	if (error === undefined) return null;
	throw new GatewayError(
		'invalid_parameters',
		'Only a message that is refused for good has "error". Leave it out, or set "kind" to fail.',
	);
}

function noWindow(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		'Only official connections have a 24-hour window. Connect the instance with method official, or choose another kind.',
	);
}

function tooMany(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		`${FAULTS_LIMIT} faults are waiting already. Let them happen, or clear them with DELETE.`,
	);
}
