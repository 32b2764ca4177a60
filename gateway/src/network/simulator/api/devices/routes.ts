import { GatewayError } from '../../../../domain/error.ts';
import type { InstanceId } from '../../../../domain/ids.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow } from '../../../../instances/find-instance.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { DropQuery, PairingBody } from '../account/schema.ts';
import { deviceNotConnected } from '../receive-message.ts';
import { OF_CONNECTION, OneInstance, ROUTES_OF_INSTANCE, Success } from '../schema.ts';

/** Confirms the code of an instance, logs it out, and drops its connection (an addition). */
export function simulatedDeviceRoutes(controls: SimulatorControls): Routes {
	const actions = [
		{
			name: 'scan',
			operationId: 'simulateScan',
			summary: 'Scan the QR code of an instance',
			run: (id: InstanceId) => controls.scan(id),
			impossible: noQrCode,
		},
		{
			name: 'passkey-challenge',
			operationId: 'simulatePasskeyChallenge',
			summary: 'Require a passkey of the account when the code of an instance is confirmed',
			run: (id: InstanceId) => Promise.resolve(controls.requirePasskey(id)),
			impossible: noQrCode,
		},
		{
			name: 'logout',
			operationId: 'simulateLogout',
			summary: 'Log an instance out on its device',
			run: (id: InstanceId) => controls.logOut(id),
			impossible: deviceNotConnected,
		},
	];
	return (app, { store }) => {
		const defineRoute = routeDefiner(app, ROUTES_OF_INSTANCE);
		for (const { name, operationId, summary, run, impossible } of actions) {
			defineRoute({
				method: 'POST',
				url: `/simulator/v1/instances/:instanceId/${name}`,
				config: OF_CONNECTION,
				operationId,
				summary,
				params: OneInstance,
				response: Success,
				errors: ['instance_not_found', 'instance_disconnected'],
				handler: async ({ params }) => {
					const { id } = await instanceOrThrow(store.read, params.instanceId);
					if (!(await run(id))) throw impossible();
					return { success: true };
				},
			});
		}
		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/drop',
			config: OF_CONNECTION,
			operationId: 'simulateDrop',
			summary: 'Drop the connection of an instance, which then reconnects',
			params: OneInstance,
			querystring: DropQuery,
			response: Success,
			errors: ['instance_not_found', 'instance_disconnected'],
			handler: async ({ params, query: { seconds = 0 } }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				if (!(await controls.drop(id, seconds * 1000))) throw deviceNotConnected();
				return { success: true };
			},
		});
		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/pairing',
			config: OF_CONNECTION,
			operationId: 'simulatePairing',
			summary: 'Type the pairing code of an instance on the phone',
			params: OneInstance,
			body: PairingBody,
			response: Success,
			errors: ['instance_not_found', 'instance_disconnected'],
			handler: async ({ params, body }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				const isRight = await controls.typePairingCode(id, body.code.replaceAll(/[\s-]/g, '').toUpperCase());
				if (isRight === null) throw noPairingCode();
				if (!isRight) throw wrongPairingCode();
				return { success: true };
			},
		});
		return Promise.resolve();
	};
}

function noQrCode(): GatewayError {
	return new GatewayError(
		'instance_disconnected',
		'There is no QR code to scan. Begin with POST /v1/instances/{instanceId}/connect.',
	);
}

function noPairingCode(): GatewayError {
	return new GatewayError(
		'instance_disconnected',
		'There is no pairing code to type. Begin with POST /v1/instances/{instanceId}/connect and the method pairing_code.',
	);
}

function wrongPairingCode(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		'This is not the pairing code of the instance now. Type the latest one; it changes when it expires.',
	);
}
