import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import plugin from 'fastify-plugin';
import { canSee, type VisibleInstances } from '../../../domain/access/caller.ts';
import { GatewayError } from '../../../domain/error.ts';
import { throwInstanceNotFound, throwInvalidInstance } from '../../../instances/find-instance.ts';
import { findMessage } from '../../../store/messages/messages.ts';
import type { Db } from '../../../store/schema.ts';
import type { Store } from '../../../store/store.ts';
import { isForPeople } from './access.ts';
import { webhookOrThrow, webhookNotFound } from '../../../webhooks/management/find-webhook.ts';

/**
 * Which instances a route concerns. Other instances than its own do not exist for a key that is limited to instances:
 * - `instance in …`: the request names the instance, as `instanceId`;
 * - `message in path`, `webhook in path`: the instance is that of the `messageId` or `webhookId`;
 * - `visible instances`: the handler reads objects of the caller's instances only;
 * - `all instances`: a limited key is refused;
 * - `no instance`: the route reads and changes nothing of an instance.
 */
export type Concerns =
	| 'instance in path'
	| 'instance in body'
	| 'instance in query'
	| 'message in path'
	| 'webhook in path'
	| 'visible instances'
	| 'all instances'
	| 'no instance';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Required of every route for callers with a key. */
		concerns?: Concerns;
	}
}

/**
 * Refuses a request of a key that is limited to instances where it concerns another instance, with the error for an
 * unknown id. Runs before the request is forwarded to another gateway, which runs it again. The app does not start
 * with a route that declares nothing.
 */
export const instanceLimits = plugin((app: FastifyInstance, { store }: { store: Pick<Store, 'read'> }) => {
	const routes: RouteOptions[] = [];
	app.addHook('onRoute', (route) => {
		routes.push(route);
	});
	app.addHook('onReady', (done) => {
		const undeclared = routes.find(({ config }) => !isDeclared(config ?? {}));
		done(
			undeclared === undefined
				? undefined
				: new Error(
						`${String(undeclared.method)} ${undeclared.url} does not say which instances it concerns.`,
					),
		);
	});
	app.addHook('preHandler', (request, _reply, done) => {
		const { identity, routeOptions } = request;
		const { concerns } = routeOptions.config;
		const visible = 'caller' in identity ? identity.caller.instanceIds : null;
		if (visible === null || concerns === undefined) done();
		else assertVisible(store.read, request, { concerns, visible }).then(done, done);
	});
	return Promise.resolve();
});

/** Whether a route says which instances it concerns; no key is needed, or accepted, at one that need not say it. */
function isDeclared({ access, concerns }: NonNullable<RouteOptions['config']>): boolean {
	return access === 'public' || (access !== undefined && isForPeople(access)) || concerns !== undefined;
}

async function assertVisible(
	db: Db,
	{ params, query, body }: FastifyRequest,
	{ concerns, visible }: { concerns: Concerns; visible: VisibleInstances },
): Promise<undefined> {
	switch (concerns) {
		case 'no instance':
		case 'visible instances':
			return;
		case 'all instances':
			throw new GatewayError(
				'insufficient_permissions',
				'This API key is limited to some instances, and this is not about them alone. Use a key for all instances.',
			);
		case 'instance in path':
			if (!canSee(visible, idIn(params, 'instanceId'))) throwInstanceNotFound();
			return;
		case 'instance in query':
		case 'instance in body': {
			const instanceId = idIn(concerns === 'instance in body' ? body : query, 'instanceId');
			if (instanceId === null) throw instanceRequired();
			if (!canSee(visible, instanceId)) throwInvalidInstance();
			return;
		}
		case 'message in path': {
			const message = await findMessage(db, idIn(params, 'messageId') ?? '');
			if (message === undefined || !canSee(visible, message.instance_id)) throw messageNotFound();
			return;
		}
		case 'webhook in path': {
			const webhook = await webhookOrThrow(db, idIn(params, 'webhookId') ?? '');
			if (!canSee(visible, webhook.instance_id)) throw webhookNotFound();
		}
	}
}

/** The id in a field of a path, query or body. */
function idIn(part: unknown, field: 'instanceId' | 'messageId' | 'webhookId'): string | null {
	if (typeof part !== 'object' || part === null) return null;
	const id: unknown = Reflect.get(part, field);
	return typeof id === 'string' ? id : null;
}

function instanceRequired(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		'"instanceId" is required: this API key is limited to some instances. Give one of them, from GET /v1/instances.',
	);
}

function messageNotFound(): GatewayError {
	return new GatewayError(
		'message_not_found',
		'There is no message with this id. List those of an instance with GET /v1/messages.',
	);
}
