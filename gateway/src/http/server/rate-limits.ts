import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { Plan, RateClass } from '../../domain/plan.ts';
import { WINDOW, type RateLimiters } from './rate-limiters.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Counts in no class: for what watches the gateway, which must not take from what its clients may ask. */
		rateLimitExempt?: boolean;
	}
	interface FastifyInstance {
		/** How much of a class is left for who sends this request. */
		rateLeft(request: FastifyRequest, rateClass: RateClass): Promise<{ limit: number; remaining: number }>;
	}
}

interface Options {
	plan: Plan;
	limiters: RateLimiters;
	/** False: everything is let through and the headers report full windows. */
	enforced: boolean;
	clock: Clock;
}

/** Where a request stands in one class after it was counted. */
interface LimitState {
	limit: number;
	remaining: number;
	/** Milliseconds until the window ends. */
	resetIn: number;
	exceeded: boolean;
}

/**
 * Counts every request as `general` and in the class of its path, per key, or per address where there is no
 * valid key; requests of the owner's sessions as `page`, per session. Every response carries the three headers of the tighter class. (Specification, Limits.)
 */
export const rateLimits = plugin((app: FastifyInstance, { plan, limiters, enforced, clock }: Options) => {
	async function standingIn(rateClass: RateClass, who: string | null): Promise<LimitState> {
		const limit = plan.rateLimits[rateClass];
		if (!enforced || who === null)
			return { limit, remaining: limit, resetIn: WINDOW * 1000, exceeded: false };
		const { consumed, resetIn } = await limiters[rateClass].count(who);
		return { limit, remaining: Math.max(0, limit - consumed), resetIn, exceeded: consumed > limit };
	}

	app.addHook('onRequest', async (request, reply) => {
		if (request.routeOptions.config.rateLimitExempt === true) {
			writeRateLimitExempt(reply, plan, clock);
			return;
		}
		// What another gateway passed on was counted there.
		const who = request.forwardedFor === null ? bearerOf(request) : null;
		const standings = await Promise.all(classesOf(request).map((rateClass) => standingIn(rateClass, who)));
		const tightest = standings.reduce((a, b) => (isTighter(b, a) ? b : a));
		writeHeaders(reply, tightest, clock.now());
		if (!tightest.exceeded) return;
		const retryAfter = Math.max(1, Math.ceil(tightest.resetIn / 1000));
		throw new GatewayError(
			'rate_limit_exceeded',
			`More than ${tightest.limit} requests in a minute. Send the request again in ${retryAfter} seconds.`,
			{ retryAfter },
		);
	});

	app.decorate('rateLeft', async (request: FastifyRequest, rateClass: RateClass) => {
		const limit = plan.rateLimits[rateClass];
		const used = enforced ? await limiters[rateClass].used(bearerOf(request)) : 0;
		return { limit, remaining: Math.max(0, limit - used) };
	});
	return Promise.resolve();
});

/** The headers of a request that is not counted, or cannot be, because its path could not even be read. */
export function writeRateLimitExempt(reply: FastifyReply, plan: Plan, clock: Clock): void {
	const limit = plan.rateLimits.general;
	const standing = { limit, remaining: limit, resetIn: WINDOW * 1000, exceeded: false };
	writeHeaders(reply, standing, clock.now());
}

function bearerOf(request: FastifyRequest): string {
	return 'caller' in request.identity ? request.identity.caller.id : request.ip;
}

/** All that the owner asks is counted in one class: the page asks for many things at a time. */
function classesOf(request: FastifyRequest): RateClass[] {
	const { identity } = request;
	if ('caller' in identity && identity.caller.kind === 'owner') return ['page'];
	return rateClassesOf(pathOf(request));
}

/** The route's own path: the one in the request can be written in many ways, and nothing else tells its class. */
function pathOf(request: FastifyRequest): string {
	return request.is404 ? request.url : (request.routeOptions.url ?? request.url);
}

/** The classes a request to this path counts in when it has a key, or nothing. */
export function rateClassesOf(url: string): RateClass[] {
	const named = /^\/v1\/(messages|instances|webhooks)(?:[/?]|$)/.exec(url)?.[1] as RateClass | undefined;
	return named === undefined ? ['general'] : [named, 'general'];
}

function isTighter(a: LimitState, b: LimitState): boolean {
	return a.exceeded === b.exceeded ? a.remaining < b.remaining : a.exceeded;
}

function writeHeaders(reply: FastifyReply, standing: LimitState, now: number): void {
	void reply.headers({
		'X-RateLimit-Limit': standing.limit,
		'X-RateLimit-Remaining': standing.remaining,
		'X-RateLimit-Reset': Math.ceil((now + standing.resetIn) / 1000),
	});
}
