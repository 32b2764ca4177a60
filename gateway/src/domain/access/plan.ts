/**
 * The classes by which requests are counted, each in windows of one minute: the specification's four (section Limits),
 * and additions: requests of the dashboard as `page`, requests without a valid key or session as `anonymous`, messages
 * of clients on the real-time channel as `realtime`.
 */
export const RATE_CLASSES = [
	'messages',
	'instances',
	'webhooks',
	'general',
	'page',
	'anonymous',
	'realtime',
] as const;
export type RateClass = (typeof RATE_CLASSES)[number];
export type RateLimits = Readonly<Record<RateClass, number>>;

export const PLANS = ['free', 'starter', 'pro', 'enterprise'] as const;
export type PlanName = (typeof PLANS)[number];

export interface Plan {
	name: PlanName;
	/** Most instances; null: no limit. */
	instances: number | null;
	rateLimits: RateLimits;
	/** Whether keys may be limited to addresses. */
	ipAllowlist: boolean;
}

/** Requests per minute that the specification states; they are those of the plan `pro`. */
const SPECIFIED = { messages: 100, instances: 50, webhooks: 100, general: 500 };

/** Requests per minute that protect the gateway, whatever the plan. */
const PROTECTING = { page: 1200, anonymous: 300, realtime: 600 };

/** The specified figures of each plan. */
const SHARES: Record<PlanName, number> = { free: 1 / 5, starter: 1 / 2, pro: 1, enterprise: 10 };

const INSTANCES: Record<PlanName, number | null> = { free: 1, starter: 3, pro: 10, enterprise: null };

/** Returns a plan's limits; `rateLimits` of the operator replace the plan's own. */
export function planOf(name: PlanName, rateLimits: Partial<RateLimits> = {}): Plan {
	const share = SHARES[name];
	const { messages, instances, webhooks, general } = SPECIFIED;
	return {
		name,
		instances: INSTANCES[name],
		rateLimits: {
			messages: messages * share,
			instances: instances * share,
			webhooks: webhooks * share,
			general: general * share,
			...PROTECTING,
			...rateLimits,
		},
		ipAllowlist: name === 'pro' || name === 'enterprise',
	};
}
