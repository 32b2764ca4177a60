import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { Plan, RateClass } from '../../../domain/access/plan.ts';
import { networkOf } from '../../../lib/guarded-http/address.ts';
import { WINDOW, type RateLimiters } from './rate-limiters.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Counts in no class: monitoring must not use up the limits of clients. */
		rateLimitExempt?: boolean;
	}
	interface FastifyInstance {
		/** Counts one more request of a client, or message, in a class. Throws rate_limit_exceeded. */
		countOne(rateClass: RateClass, clientId: string): Promise<void>;
		/** The limit of a class, and the requests left of it for the caller of this request. */
		rateLeft(request: FastifyRequest, rateClass: RateClass): Promise<{ limit: number; remaining: number }>;
	}
}

interface Options {
	plan: Plan;
	limiters: RateLimiters;
	/** False: no request is refused, and the headers report full windows. */
	enforced: boolean;
	clock: Clock;
}

/** The limit of one class after a request was counted. */
interface LimitState {
	limit: number;
	remaining: number;
	/** Milliseconds until the window ends. */
	resetIn: number;
	exceeded: boolean;
}

/**
 * Counts every request with a key as `general` and in the class of its path, per key; requests of the owner's sessions
 * as `page`, per session; all others as `anonymous`, per network of the client, so that guesses at keys are limited
 * too. Every response has the three headers of the tighter class. Throws rate_limit_exceeded. (Specification, Limits.)
 */
export const rateLimits = plugin((app: FastifyInstance, { plan, limiters, enforced, clock }: Options) => {
	async function countIn(rateClass: RateClass, clientId: string | null): Promise<LimitState> {
		const limit = plan.rateLimits[rateClass];
		if (!enforced || clientId === null)
			return { limit, remaining: limit, resetIn: WINDOW * 1000, exceeded: false };
		const { consumed, resetIn } = await limiters[rateClass].count(clientId);
		return { limit, remaining: Math.max(0, limit - consumed), resetIn, exceeded: consumed > limit };
	}

	app.addHook('onRequest', async (request, reply) => {
		if (request.routeOptions.config.rateLimitExempt === true) {
			writeRateLimitExempt(reply, plan, clock);
			return;
		}
		// The gateway that forwarded a request has counted it.
		const clientId = request.forwardedFor === null ? clientIdOf(request) : null;
		const states = await Promise.all(classesOf(request).map((rateClass) => countIn(rateClass, clientId)));
		const tightest = states.reduce((a, b) => (isTighter(b, a) ? b : a));
		writeHeaders(reply, tightest, clock.now());
		if (tightest.exceeded) throw exceeded(tightest);
	});

	app.decorate('countOne', async (rateClass: RateClass, clientId: string) => {
		const state = await countIn(rateClass, clientId);
		if (state.exceeded) throw exceeded(state);
	});

	app.decorate('rateLeft', async (request: FastifyRequest, rateClass: RateClass) => {
		const limit = plan.rateLimits[rateClass];
		const used = enforced ? await limiters[rateClass].used(clientIdOf(request)) : 0;
		return { limit, remaining: Math.max(0, limit - used) };
	});
	return Promise.resolve();
});

function exceeded({ limit, resetIn }: LimitState): GatewayError {
	const retryAfter = Math.max(1, Math.ceil(resetIn / 1000));
	return new GatewayError(
		'rate_limit_exceeded',
		`More than ${limit} requests in a minute. Send the request again in ${retryAfter} seconds.`,
		{ retryAfter },
	);
}

/** Writes the headers of a request that is not counted: it is exempt, or its path is not readable. */
export function writeRateLimitExempt(reply: FastifyReply, plan: Plan, clock: Clock): void {
	const limit = plan.rateLimits.general;
	writeHeaders(reply, { limit, remaining: limit, resetIn: WINDOW * 1000, exceeded: false }, clock.now());
}

/** The key or session a request is counted for; the network of its client where it has neither. */
function clientIdOf(request: FastifyRequest): string {
	return 'caller' in request.identity ? request.identity.caller.id : networkOf(request.ip);
}

/** All requests of the owner count in one class, because the page sends many at a time. */
function classesOf(request: FastifyRequest): RateClass[] {
	const { identity } = request;
	if ('refusal' in identity) return ['anonymous'];
	if (identity.caller.kind === 'user') return ['page'];
	return rateClassesOf(pathOf(request));
}

/** The path of the route, because the path in the request can be written in many ways. */
function pathOf(request: FastifyRequest): string {
	return request.is404 ? request.url : (request.routeOptions.url ?? request.url);
}

/** A claim comes with every event, and must not use up the limit of changes of webhooks. */
const EVENT_CLAIM = /^\/v1\/webhooks\/[^/]+\/events\/[^/]+\/claim$/;

/** The classes in which a request with a key to this path counts. */
export function rateClassesOf(url: string): RateClass[] {
	if (EVENT_CLAIM.test(url)) return ['general'];
	const named = /^\/v1\/(messages|instances|webhooks)(?:[/?]|$)/.exec(url)?.[1] as RateClass | undefined;
	return named === undefined ? ['general'] : [named, 'general'];
}

function isTighter(a: LimitState, b: LimitState): boolean {
	return a.exceeded === b.exceeded ? a.remaining < b.remaining : a.exceeded;
}

function writeHeaders(reply: FastifyReply, state: LimitState, now: number): void {
	void reply.headers({
		'X-RateLimit-Limit': state.limit,
		'X-RateLimit-Remaining': state.remaining,
		'X-RateLimit-Reset': Math.ceil((now + state.resetIn) / 1000),
	});
}
