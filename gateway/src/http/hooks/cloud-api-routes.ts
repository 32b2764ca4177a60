import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { instanceOrThrow } from '../../instances/find.ts';
import type { CloudApiWebhook } from '../../network/cloud-api/inbound/webhook.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/fields.ts';

const PATH = '/hooks/cloud-api/:instanceId';
/** Meta sends at most 3 MB at once. */
const BODY_LIMIT = 4 * 1024 * 1024;
/** Seconds; Meta tells again, at intervals of its own, for up to seven days. */
const RETRY_AFTER = 60;

const schema = { hide: true, params: Type.Object({ instanceId: IdOf('inst', 'The instance.') }) };

/**
 * Meta's webhook of an instance: its challenge, and what it tells, answered with 200 when that is durable. Meta is
 * known by its signature, not by a key. Present only where instances connect through the Cloud API (an addition).
 */
export function cloudApiWebhookRoutes(hook: CloudApiWebhook): Routes {
	return (app, { store }) => {
		app.removeContentTypeParser('application/json');
		app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
			const { 'x-hub-signature-256': signature } = request.headers;
			// What another gateway passed on was checked there, where its bytes were still Meta's.
			const genuine = request.forwardedFor !== null || hook.isSigned(bytes, String(signature));
			if (!genuine) {
				done(notSigned(), undefined);
				return;
			}
			try {
				done(
					null,
					JSON.parse(bytes.toString(), (_name, value: unknown) => storable(value)),
				);
			} catch {
				done(new GatewayError('invalid_parameters', 'The body is not JSON.'), undefined);
			}
		});

		app.get(PATH, { config: { access: 'public', rateLimitExempt: true }, schema }, async (request, reply) => {
			const query = request.query as Record<string, unknown>;
			const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
			if (mode !== 'subscribe' || typeof token !== 'string' || !hook.isVerifyToken(token)) {
				throw new GatewayError(
					'insufficient_permissions',
					'The verify token is not that of this gateway. Enter the value of GATEWAY_META_VERIFY_TOKEN at Meta.',
				);
			}
			await instanceOrThrow(store.read, request.params.instanceId);
			return reply.type('text/plain').send(String(challenge));
		});

		app.post(
			PATH,
			{
				config: { access: 'public', rateLimitExempt: true, requiresLease: true },
				bodyLimit: BODY_LIMIT,
				schema,
			},
			async (request) => {
				const { id } = await instanceOrThrow(store.read, request.params.instanceId);
				// A body of no bytes passes the parser by, and with it the signature.
				if (request.body === undefined) throw notSigned();
				const { accepted, foreignNumbers } = await hook.receive(id, request.body);
				if (foreignNumbers.length > 0) {
					request.log.warn(
						{ instanceId: id, strangers: foreignNumbers },
						'Meta told of numbers that are not the one of this instance; give each number the webhook of its own instance',
					);
				}
				if (accepted) return { success: true };
				throw new GatewayError(
					'service_unavailable',
					'The instance is not connected at the moment, or a message has not been answered yet.',
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
		'X-Hub-Signature-256 does not fit the body. Set GATEWAY_META_APP_SECRET to the App Secret of the app that sends this.',
	);
}

/** No database of ours stores a null character or half of a pair of surrogates. */
function storable(value: unknown): unknown {
	return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
}
