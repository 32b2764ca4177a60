/** Statuses below 500 after which the same request may succeed: a timeout, a request that came too early, a rate limit. */
export const RETRYABLE_CLIENT_ERRORS: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether the same request may succeed after this status: the server is overloaded, or has a fault of its own. */
export function isRetryableStatus(status: number): boolean {
	return status >= 500 || RETRYABLE_CLIENT_ERRORS.has(status);
}
