import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { GatewayError } from '../../../domain/error.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { Plan } from '../../../domain/access/plan.ts';
import { writeRawError } from '../errors/raw-error-response.ts';
import { asksForWebSocket } from '../transport/web-socket-requests.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Milliseconds in which the body of a request has to arrive; absent: BODY_TIMEOUT. */
		bodyTimeout?: number;
	}
}

/** Milliseconds in which the body of a request has to arrive. */
const BODY_TIMEOUT = 30_000;
/** Milliseconds in which the rest of a refused body has to arrive, and the most bytes of it that are read. */
const REST_TIMEOUT = 5000;
const REST_LIMIT = 1024 * 1024;

interface Options {
	clock: Pick<Clock, 'now'>;
	plan: Plan;
	onTimeout: () => void;
}

/**
 * Answers request_timeout and closes the connection when the body of a request does not arrive in time, and closes it
 * when more than REST_LIMIT follows after the request was refused. The timers are those of the system, like those of
 * sockets; `clock` is for the time in the answer.
 */
export const slowBodies = plugin((app: FastifyInstance, { clock, plan, onTimeout }: Options) => {
	app.addHook('onRequest', (request, reply, done) => {
		if (hasBody(request)) watchBody(request, reply);
		done();
	});

	function watchBody(request: FastifyRequest, reply: FastifyReply): void {
		const { raw } = request;
		const refuse = (): void => {
			if (raw.complete || reply.raw.headersSent) return;
			onTimeout();
			const message = 'The body of the request did not arrive in time. Send it again.';
			const error = new GatewayError('request_timeout', message);
			writeRawError(raw.socket, { error, requestId: request.id, plan, now: clock.now() });
		};
		const timer = setTimeout(() => {
			// A response has the connection from when those to earlier requests on it are written.
			if (reply.raw.socket === null) reply.raw.once('socket', refuse);
			else refuse();
		}, request.routeOptions.config.bodyTimeout ?? BODY_TIMEOUT);
		timer.unref();
		const stop = (): void => {
			clearTimeout(timer);
		};
		raw.once('end', stop);
		raw.once('close', stop);
	}

	app.addHook('onSend', (request, _reply, payload, done) => {
		if (hasBody(request) && !request.raw.complete && !request.raw.readableFlowing) discardRest(request);
		done(null, payload);
	});

	// Nobody reads what follows a refused upgrade, and no other time-out ends such a connection.
	app.addHook('onResponse', (request, _reply, done) => {
		if (asksForWebSocket(request.raw)) request.raw.socket.destroySoon();
		done();
	});
	return Promise.resolve();
});

function hasBody({ headers }: FastifyRequest): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads the rest of a body that nobody needs, so that the client reads the answer, within limits. */
function discardRest({ raw }: FastifyRequest): void {
	let left = REST_LIMIT;
	const timer = setTimeout(() => raw.destroy(), REST_TIMEOUT);
	timer.unref();
	raw.on('data', (chunk: Buffer) => {
		left -= chunk.length;
		if (left < 0) raw.destroy();
	});
	raw.once('close', () => {
		clearTimeout(timer);
	});
}
