import type { preValidationHookHandler } from 'fastify';
import { GatewayError } from '../../domain/error.ts';
import { CONNECT_METHODS } from '../../domain/instances/instance.ts';
import { answerPasskey } from '../../instances/answer-passkey.ts';
import { connectInstance } from '../../instances/connect-instance.ts';
import { disconnectInstance } from '../../instances/disconnect-instance.ts';
import { instanceOrThrow } from '../../instances/find-instance.ts';
import { healthHistory } from '../../instances/health-history.ts';
import { instanceWithQrCodeOrThrow } from '../../instances/qr-code.ts';
import { actorOf, callerOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { StatisticsQuery } from '../server/schemas/statistics.ts';
import { InstanceHealthHistory } from './health-schema.ts';
import { healthHistoryView } from './health-view.ts';
import {
	AnswerPasskeyBody,
	ConnectBody,
	ConnectResponse,
	Instance,
	InstanceStatusRecord,
	OneInstance,
	QrCodeRecord,
} from './schema.ts';
import { instanceStatus } from './status.ts';
import { connectResponse, instanceView, qrCodeView } from './view.ts';

/** A body without a method has the error code of a wrong one. */
const requireMethod: preValidationHookHandler = ({ body }, _reply, done) => {
	const isMissing = typeof body === 'object' && body !== null && !Array.isArray(body) && !('method' in body);
	done(isMissing ? methodRequired() : undefined);
};

function methodRequired(): GatewayError {
	return new GatewayError('invalid_method', `"method" is required: one of ${CONNECT_METHODS.join(', ')}.`);
}

/** The connections of instances to their networks. */
export const instanceConnectionRoutes: Routes<
	'store' | 'clock' | 'newId' | 'connections' | 'fence' | 'sealer'
> = (app, deps) => {
	const { store } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Instances', concerns: 'instance in path' });

	defineRoute({
		method: 'GET',
		url: '/v1/instances/:instanceId/status',
		access: 'instances:read',
		config: { requiresLease: true },
		operationId: 'getInstanceStatus',
		summary: 'Get the status of an instance; clients may poll it every 2 seconds',
		params: OneInstance,
		data: InstanceStatusRecord,
		errors: ['instance_not_found'],
		handler: (request) => instanceStatus(deps, request.params.instanceId, callerOf(request)),
	});

	defineRoute({
		method: 'GET',
		url: '/v1/instances/:instanceId/health',
		access: 'instances:read',
		extension: true,
		operationId: 'getInstanceHealth',
		summary: 'Get the statuses and the message counts of an instance over a period, for a chart',
		description:
			'The gateway counts messages when they are sent, received or fail. Deleted messages stay counted.',
		params: OneInstance,
		querystring: StatisticsQuery,
		data: InstanceHealthHistory,
		errors: ['instance_not_found'],
		handler: async ({ params, query: { period = '24h' } }) => {
			const instance = await instanceOrThrow(store.read, params.instanceId);
			return healthHistoryView(period, await healthHistory(store.read, instance, period, deps.clock.now()));
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/instances/:instanceId/connect',
		access: 'instances:write',
		config: { requiresLease: true },
		options: { preValidation: requireMethod },
		operationId: 'connectInstance',
		summary: 'Begin to connect an instance; poll its status until it is connected',
		params: OneInstance,
		body: ConnectBody,
		response: ConnectResponse,
		errors: [
			'instance_not_found',
			'instance_already_connected',
			'official_api_instance',
			'invalid_method',
			'invalid_phone_number',
			'invalid_credentials',
			'provider_verification_required',
		],
		handler: async (request) => {
			const { params, body } = request;
			return connectResponse(await connectInstance(deps, params.instanceId, body, actorOf(request)));
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/instances/:instanceId/qrcode',
		access: 'instances:read',
		operationId: 'getInstanceQrCode',
		summary: 'Get the QR code to scan',
		params: OneInstance,
		data: QrCodeRecord,
		errors: ['instance_not_found', 'already_connected', 'official_api_instance'],
		handler: async ({ params }) => qrCodeView(await instanceWithQrCodeOrThrow(store.read, params.instanceId)),
	});

	defineRoute({
		method: 'POST',
		url: '/v1/instances/:instanceId/disconnect',
		access: 'instances:write',
		extension: true,
		config: { requiresLease: true },
		operationId: 'disconnectInstance',
		summary: 'Disconnect an instance; another connection needs a new scan',
		params: OneInstance,
		data: Instance,
		errors: ['instance_not_found', 'instance_disconnected'],
		handler: async (request) => {
			const caller = callerOf(request);
			return instanceView(
				await disconnectInstance(deps, request.params.instanceId, caller.actor),
				caller,
				deps.sealer,
			);
		},
	});
	defineRoute({
		method: 'POST',
		url: '/v1/instances/:instanceId/passkey',
		access: 'instances:write',
		extension: true,
		config: { requiresLease: true },
		operationId: 'answerPasskey',
		summary: 'Answer the passkey request that the status of an instance shows while it is being linked',
		params: OneInstance,
		body: AnswerPasskeyBody,
		data: InstanceStatusRecord,
		errors: ['instance_not_found'],
		handler: async (request) => {
			const { params, body } = request;
			await answerPasskey(deps, params.instanceId, body.response, actorOf(request));
			return instanceStatus(deps, params.instanceId, callerOf(request));
		},
	});
	return Promise.resolve();
};
