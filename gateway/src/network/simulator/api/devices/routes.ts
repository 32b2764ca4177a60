import { Type } from 'typebox';
import { GatewayError } from '../../../../domain/error.ts';
import { instanceOrThrow } from '../../../../instances/find.ts';
import type { SimulatorControls } from '../../simulator.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { EXTENSION, IdOf } from '../../../../http/server/fields.ts';
import { BODY_ERRORS, errorResponses } from '../../../../http/server/responses.ts';
import { deviceNotConnected } from '../receive-message.ts';

const tags = ['Simulator'];
const OneInstance = Type.Object({ instanceId: IdOf('inst', 'The instance.') });
const Done = Type.Object({ success: Type.Boolean() });
const config = { access: 'instances:write' as const, requiresLease: true as const };

/** Scans the QR code of an instance, logs it out, and drops its connection (an addition). */
export function simulatedDeviceRoutes(controls: SimulatorControls): Routes {
	return (app, { store }) => {
		app.post(
			'/simulator/v1/instances/:instanceId/scan',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'simulateScan',
					summary: 'Scan the QR code of an instance',
					params: OneInstance,
					response: {
						200: Done,
						...errorResponses(...BODY_ERRORS, 'instance_not_found', 'instance_disconnected'),
					},
				},
			},
			async (request) => {
				const { id } = await instanceOrThrow(store.read, request.params.instanceId);
				if (!(await controls.scan(id))) throw noQrCode();
				return { success: true };
			},
		);

		app.post(
			'/simulator/v1/instances/:instanceId/logout',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'simulateLogout',
					summary: 'Log an instance out on its device',
					params: OneInstance,
					response: {
						200: Done,
						...errorResponses(...BODY_ERRORS, 'instance_not_found', 'instance_disconnected'),
					},
				},
			},
			async (request) => {
				const { id } = await instanceOrThrow(store.read, request.params.instanceId);
				if (!(await controls.logOut(id))) throw deviceNotConnected();
				return { success: true };
			},
		);

		app.post(
			'/simulator/v1/instances/:instanceId/drop',
			{
				config,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'simulateDrop',
					summary: 'Drop the connection of an instance, which then reconnects',
					params: OneInstance,
					response: {
						200: Done,
						...errorResponses(...BODY_ERRORS, 'instance_not_found', 'instance_disconnected'),
					},
				},
			},
			async (request) => {
				const { id } = await instanceOrThrow(store.read, request.params.instanceId);
				if (!(await controls.drop(id))) throw deviceNotConnected();
				return { success: true };
			},
		);
		return Promise.resolve();
	};
}

function noQrCode(): GatewayError {
	return new GatewayError(
		'instance_disconnected',
		'There is no QR code to scan. Begin with POST /v1/instances/{instanceId}/connect.',
	);
}
