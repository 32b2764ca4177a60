import { describe, expect, it } from '@jest/globals';
import { createBoundedCache } from '../../../../src/network/whatsapp-web/baileys/bounded-cache.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

describe('the caches that Baileys uses', () => {
	it('drop the entry that was set first above their limit, and entries that have expired', async () => {
		const clock = createManualClock();
		const cache = createBoundedCache(clock, { limit: 2, ttl: 1000 });
		await cache.set('a', 1);
		await cache.set('b', 2);
		await cache.set('a', 3);
		await cache.set('c', 4);
		expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([3, undefined, 4]);
		clock.advance(1000);
		expect(cache.get('a')).toBeUndefined();
	});
});
