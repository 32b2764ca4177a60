/**
 * Requests are counted by these classes, each in windows of one minute (specification, Limits). All that the owner
 * asks from the page is counted as `page` (an addition).
 */
export const RATE_CLASSES = ['messages', 'instances', 'webhooks', 'general', 'page'] as const;
export type RateClass = (typeof RATE_CLASSES)[number];
export type RateLimits = Readonly<Record<RateClass, number>>;

export const PLANS = ['free', 'starter', 'pro', 'enterprise'] as const;
export type PlanName = (typeof PLANS)[number];

export interface Plan {
	name: PlanName;
	/** How many instances may exist; null where there is no limit. */
	instances: number | null;
	rateLimits: RateLimits;
}

/** The specification gives one set of figures and no plan for them, so every plan has them; `page` is an addition. */
const RATE_LIMITS: RateLimits = { messages: 100, instances: 50, webhooks: 100, general: 500, page: 1200 };

const INSTANCES: Record<PlanName, number | null> = { free: 1, starter: 3, pro: 10, enterprise: null };

/** A plan's figures, with the rate limits the operator set instead of the plan's own. */
export function planOf(name: PlanName, rateLimits: Partial<RateLimits> = {}): Plan {
	return { name, instances: INSTANCES[name], rateLimits: { ...RATE_LIMITS, ...rateLimits } };
}
