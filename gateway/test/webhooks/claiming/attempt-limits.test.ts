import { beforeEach, describe, expect, it } from '@jest/globals';
import type { WebhookId } from '../../../src/domain/ids.ts';
import {
	createConcurrencyLimiter,
	type ConcurrencyLimiter,
} from '../../../src/webhooks/claiming/concurrency-limiter.ts';

const WEBHOOK: WebhookId = 'wh_1';
/** More than there is capacity for. */
const MANY = 1000;

describe('the attempts that run at the same time', () => {
	let limiter: ConcurrencyLimiter;
	beforeEach(() => {
		limiter = createConcurrencyLimiter();
	});

	/** An attempt that ends after so many milliseconds. */
	function attempt(webhookId: WebhookId, duration: number): void {
		limiter.end(limiter.begin(webhookId, 'initial', 0), duration);
	}
	const allocated = (now: number) => limiter.capacity(now).allocate(WEBHOOK, 'initial', MANY);

	it.each([
		['fast', 999, 96],
		['slow', 1000, 12],
		['slow', 4999, 12],
		['silent', 5000, 1],
	])('are limited for a %s receiver, whose latest answer took %i ms, to %i', (_speed, duration, limit) => {
		attempt(WEBHOOK, duration);
		expect(allocated(duration)).toBe(limit);
	});

	it('are limited to 8 for a receiver without an attempt so far', () => {
		expect(allocated(0)).toBe(8);
	});

	it('are those of a slow receiver as soon as one of them takes a second', () => {
		attempt(WEBHOOK, 10);
		limiter.begin(WEBHOOK, 'initial', 10);
		expect([allocated(1009), limiter.isFast(WEBHOOK, 1009)]).toEqual([95, true]);
		expect([allocated(1010), limiter.isFast(WEBHOOK, 1010)]).toEqual([11, false]);
	});

	it('are 128 at slow receivers, 256 at those that are not known to be fast, and 384 in all', () => {
		const ids = (kind: string) => Array.from({ length: 100 }, (_, index): WebhookId => `wh_${kind}_${index}`);
		for (const id of ids('slow')) attempt(id, 2000);
		for (const id of ids('fast')) attempt(id, 10);
		const capacity = limiter.capacity(2000);
		const sums = ['slow', 'new', 'fast'].map((kind) =>
			ids(kind).reduce((sum, id) => sum + capacity.allocate(id, 'initial', MANY), 0),
		);
		expect(sums).toEqual([128, 128, 128]);
	});
});
