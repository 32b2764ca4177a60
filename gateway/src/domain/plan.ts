/**
 * The classes by which requests are counted, each in windows of one minute (specification, Limits). Requests of the
 * dashboard count as `page` (an addition).
 */
export const RATE_CLASSES = ['messages', 'instances', 'webhooks', 'general', 'page'] as const;
export type RateClass = (typeof RATE_CLASSES)[number];
export type RateLimits = Readonly<Record<RateClass, number>>;

export const PLANS = ['free', 'starter', 'pro', 'enterprise'] as const;
export type PlanName = (typeof PLANS)[number];

export interface Plan {
	name: PlanName;
	/** Most instances; null: no limit. */
	instances: number | null;
	rateLimits: RateLimits;
}

/** Requests per minute. The specification defines one set of limits for all plans; `page` is an addition. */
const RATE_LIMITS: RateLimits = { messages: 100, instances: 50, webhooks: 100, general: 500, page: 1200 };

const INSTANCES: Record<PlanName, number | null> = { free: 1, starter: 3, pro: 10, enterprise: null };

/** Returns a plan's limits; `rateLimits` of the operator replace the plan's own. */
export function planOf(name: PlanName, rateLimits: Partial<RateLimits> = {}): Plan {
	return { name, instances: INSTANCES[name], rateLimits: { ...RATE_LIMITS, ...rateLimits } };
}
