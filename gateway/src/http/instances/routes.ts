import { Type } from 'typebox';
import { timestamp, timestampOrNull } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceStatus } from '../../domain/instance.ts';
import { checkWebhookUrl } from '../../webhooks/webhook-url.ts';
import { connectByQrCode, connectOfficially } from '../../instances/connect-instance.ts';
import { credentialsOf } from '../../instances/connect-request.ts';
import { createInstance } from '../../instances/create-instance.ts';
import { instanceOrThrow, instanceWithWebhookOrThrow } from '../../instances/find.ts';
import { instanceHealth } from '../../instances/instance-health.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import type { CommitScope } from '../../store/commit/group-commit.ts';
import { listInstances } from '../../store/instances/instances.ts';
import { makeWebhookSecret } from '../../webhooks/secret.ts';
import type { Routes } from '../server/dependencies.ts';
import { callerOf } from '../server/authentication.ts';
import { IdOf, Limit, Offset } from '../server/fields.ts';
import {
	ConnectBody,
	ConnectResponse,
	CreateInstanceBody,
	Instance,
	InstanceListItem,
	InstanceStatusRecord,
	ListInstancesQuery,
	QrCodeRecord,
} from './schema.ts';
import { BODY_ERRORS, Data, errorResponses, Page } from '../server/responses.ts';
import { instanceListItem, instanceStatusView, instanceView } from './view.ts';

const tags = ['Instances'];
const OneInstance = Type.Object({ instanceId: IdOf('inst', 'The instance.') });

export const instanceRoutes: Routes = (app, { store, clock, newId, entropy, connections, guard, plan }) => {
	app.post(
		'/v1/instances',
		{
			config: { access: 'instances:write' },
			schema: {
				tags,
				operationId: 'createInstance',
				summary: 'Create an instance',
				body: CreateInstanceBody,
				response: {
					201: Data(Instance),
					...errorResponses(
						...BODY_ERRORS,
						'instance_limit_reached',
						'invalid_webhook_url',
						'invalid_webhook_events',
					),
				},
			},
		},
		async (request, reply) => {
			const { name, webhookUrl = null, webhookEvents = [], settings = {} } = request.body;
			if (webhookUrl !== null) await checkWebhookUrl(guard, webhookUrl);
			const wanted = {
				name,
				webhookUrl,
				webhookEvents,
				settings: { autoRead: settings.autoRead ?? false, autoTyping: settings.autoTyping ?? true },
			};
			const now = clock.now();
			const terms = { plan, webhookSecret: makeWebhookSecret(entropy), now };
			const id = await store.commit(async (scope) => {
				const created = await createInstance(scope, newId, wanted, terms);
				const act = { action: 'instance.created' as const, target: created, details: { name } };
				await recordAudit(scope.db, newId, { actor: callerOf(request).actor, at: now }, act);
				return created;
			});
			reply.code(201);
			return { success: true, data: instanceView(await instanceWithWebhookOrThrow(store.read, id)) };
		},
	);

	app.get(
		'/v1/instances',
		{
			config: { access: 'instances:read' },
			schema: {
				tags,
				operationId: 'listInstances',
				summary: 'List instances, newest first',
				querystring: Type.Object(
					{ ...ListInstancesQuery, limit: Limit, offset: Offset },
					{ additionalProperties: false },
				),
				response: { 200: Page(InstanceListItem), ...errorResponses('invalid_parameters') },
			},
		},
		async (request) => {
			const { status = 'all', limit = 50, offset = 0 } = request.query;
			const wanted: InstanceStatus | null = status === 'all' ? null : status;
			const { instances, total } = await listInstances(store.read, { status: wanted, limit, offset });
			const hasMore = offset + instances.length < total;
			return {
				success: true,
				data: instances.map(instanceListItem),
				pagination: { total, limit, offset, hasMore },
			};
		},
	);

	app.get(
		'/v1/instances/:instanceId',
		{
			config: { access: 'instances:read' },
			schema: {
				tags,
				operationId: 'getInstance',
				summary: 'Get an instance',
				params: OneInstance,
				response: { 200: Data(Instance), ...errorResponses('instance_not_found') },
			},
		},
		async (request) => {
			const row = await instanceWithWebhookOrThrow(store.read, request.params.instanceId);
			return { success: true, data: instanceView(row) };
		},
	);

	app.get(
		'/v1/instances/:instanceId/status',
		{
			config: { access: 'instances:read', requiresLease: true },
			schema: {
				tags,
				operationId: 'getInstanceStatus',
				summary: 'Get how an instance is doing; meant to be polled every 2 seconds',
				params: OneInstance,
				response: { 200: Data(InstanceStatusRecord), ...errorResponses('instance_not_found') },
			},
		},
		async (request) => {
			const row = await instanceWithWebhookOrThrow(store.read, request.params.instanceId);
			const vitals = await instanceHealth(store.read, row, connections, clock.now());
			return { success: true, data: instanceStatusView(row, vitals) };
		},
	);

	app.post(
		'/v1/instances/:instanceId/connect',
		{
			config: { access: 'instances:write', requiresLease: true },
			schema: {
				tags,
				operationId: 'connectInstance',
				summary: 'Begin to connect an instance; poll its status until it is connected',
				params: OneInstance,
				body: ConnectBody,
				response: {
					200: ConnectResponse,
					...errorResponses(
						...BODY_ERRORS,
						'instance_not_found',
						'instance_already_connected',
						'invalid_method',
						'invalid_credentials',
						'provider_verification_required',
					),
				},
			},
		},
		async (request) => {
			const { instanceId } = request.params;
			const credentials = credentialsOf(request.body);
			const who = { actor: callerOf(request).actor, at: clock.now() };
			const details = { method: request.body.method };
			const act = { action: 'instance.connecting' as const, target: instanceId, details };
			const note = ({ db }: CommitScope): Promise<void> => recordAudit(db, newId, who, act);
			const instance =
				credentials === null
					? await connectByQrCode(store, connections, instanceId, note)
					: await connectOfficially(store, connections, instanceId, credentials, note);
			const { status, qr_code: qrCode, qr_expires_at: expiresAt } = instance;
			if (status === 'disconnected') {
				throw new GatewayError('service_unavailable', 'The network ended the connection. Try again.', {
					retryAfter: 5,
				});
			}
			if (qrCode === null || expiresAt === null) return { success: true, status };
			return { success: true, status, qrCode, qrCodeExpiresAt: timestamp(expiresAt) };
		},
	);

	app.get(
		'/v1/instances/:instanceId/qrcode',
		{
			config: { access: 'instances:read' },
			schema: {
				tags,
				operationId: 'getInstanceQrCode',
				summary: 'Get the QR code to scan',
				params: OneInstance,
				response: {
					200: Data(QrCodeRecord),
					...errorResponses('instance_not_found', 'already_connected', 'official_api_instance'),
				},
			},
		},
		async (request) => {
			const row = await instanceOrThrow(store.read, request.params.instanceId);
			if (row.status === 'connected') {
				throw new GatewayError(
					'already_connected',
					`The instance "${row.name}" is connected; there is no QR code to scan.`,
				);
			}
			if (row.method === 'official') {
				throw new GatewayError(
					'official_api_instance',
					`The instance "${row.name}" connects through the official API and has no QR code. Use POST /v1/instances/${row.id}/connect with method "official".`,
				);
			}
			return {
				success: true,
				data: {
					qrCode: row.qr_code,
					expiresAt: timestampOrNull(row.qr_expires_at),
					status: row.status,
				},
			};
		},
	);
	return Promise.resolve();
};
