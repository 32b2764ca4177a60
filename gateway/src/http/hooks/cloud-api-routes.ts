import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { instanceOrThrow } from '../../instances/find-instance.ts';
import type { CloudApiWebhook } from '../../network/cloud-api/inbound/webhook.ts';
import { createFailureLimit } from './failure-limit.ts';
import { passOnForeign } from './pass-on-foreign.ts';
import type { Routes } from '../server/dependencies.ts';
import { readBody } from '../server/requests/read-body.ts';
import { IdOf } from '../server/schemas/fields.ts';

const PATH = '/hooks/cloud-api/:instanceId';
/** Bytes; Meta sends at most 3 MB in a request. */
const BODY_LIMIT = 4 * 1024 * 1024;
/** Seconds; Meta retries at its own intervals, for up to seven days. */
const RETRY_AFTER = 60;
/** Wrong guesses at the verify token, and requests with a wrong signature, that one network may send in a window. */
const WRONG_TOKENS = { points: 10, duration: 15 * 60 };
const WRONG_SIGNATURES = { points: 60, duration: 60 };
/** The form of Meta's signatures. Requests without one are refused before their body is read. */
const SIGNATURE = /^sha256=[0-9a-f]{64}$/;

const schema = { hide: true, params: Type.Object({ instanceId: IdOf('inst', 'The instance.') }) };

/**
 * Meta's webhook of an instance: its challenge, and its notifications, which are answered with 200 once they are
 * durable. Meta's signature takes the place of a key. Present only where instances use the Cloud API (an addition).
 */
export function cloudApiWebhookRoutes(webhook: CloudApiWebhook): Routes<'store'> {
	return (app, { store }) => {
		const wrongTokens = createFailureLimit(WRONG_TOKENS, 'wrong verify tokens');
		const wrongSignatures = createFailureLimit(WRONG_SIGNATURES, 'requests with a wrong signature');
		app.removeContentTypeParser('application/json');
		app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
			const bytes = await readBody(request, payload);
			const { 'x-hub-signature-256': signature } = request.headers;
			// The gateway that forwarded a request has verified its signature, over the bytes that Meta sent.
			const isGenuine = request.forwardedFor !== null || webhook.isSigned(bytes, String(signature));
			if (!isGenuine) {
				await wrongSignatures.failed(request.ip);
				throw notSigned();
			}
			try {
				return JSON.parse(bytes.toString(), (_name, value: unknown) => toStorable(value)) as unknown;
			} catch {
				throw new GatewayError('invalid_parameters', 'The body is not JSON.');
			}
		});

		app.get(
			PATH,
			{ config: { access: 'public', refusedAs: 'hook_verify_token' }, schema },
			async (request, reply) => {
				await wrongTokens.check(request.ip);
				const query = request.query as Record<string, unknown>;
				const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
				if (mode !== 'subscribe' || typeof token !== 'string' || !webhook.isVerifyToken(token)) {
					await wrongTokens.failed(request.ip);
					throw new GatewayError(
						'insufficient_permissions',
						'The verify token is not the one of this gateway. Enter the value of GATEWAY_META_VERIFY_TOKEN at Meta.',
					);
				}
				await instanceOrThrow(store.read, request.params.instanceId);
				if (typeof challenge !== 'string') {
					throw new GatewayError('invalid_parameters', '"hub.challenge" is required, once: Meta sends it.');
				}
				return reply.type('text/plain').send(challenge);
			},
		);

		app.post(
			PATH,
			{
				config: {
					access: 'public',
					rateLimitExempt: true,
					requiresLease: true,
					refusedAs: 'hook_signature',
				},
				bodyLimit: BODY_LIMIT,
				schema,
				onRequest: async (request) => {
					if (request.forwardedFor !== null) return;
					await wrongSignatures.check(request.ip);
					if (SIGNATURE.test(String(request.headers['x-hub-signature-256']))) return;
					await wrongSignatures.failed(request.ip);
					throw notSigned();
				},
			},
			async (request) => {
				const { id } = await instanceOrThrow(store.read, request.params.instanceId);
				// Fastify does not parse an empty body, so its signature was not verified.
				if (request.body === undefined) throw notSigned();
				const { accepted, foreign } = await webhook.receive(id, request.body);
				const { passedOn, unknown } = await passOnForeign({ app, store, webhook }, request, { id, foreign });
				if (unknown.length > 0) {
					request.log.warn(
						{ instanceId: id, phoneNumberIds: unknown },
						'Meta sent events of numbers that no instance here has; they are ignored. Connect an instance to the number, or end its subscription at Meta',
					);
				}
				if (accepted && passedOn) return { success: true };
				throw new GatewayError(
					'service_unavailable',
					'The instance is not connected at the moment, or a message has not been answered or has not arrived yet.',
					{
						retryAfter: RETRY_AFTER,
					},
				);
			},
		);
		return Promise.resolve();
	};
}

function notSigned(): GatewayError {
	return new GatewayError(
		'invalid_api_key',
		'X-Hub-Signature-256 does not match the body. Set GATEWAY_META_APP_SECRET to the App Secret of the app that sends this.',
	);
}

/** Replaces null characters and lone surrogates, which the database cannot store. */
function toStorable(value: unknown): unknown {
	return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
}
