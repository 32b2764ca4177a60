import { describe, expect, it } from '@jest/globals';
import { isolateSlowLookups } from '../../../src/lib/guarded-http/isolate-slow-lookups.ts';
import type { FindAddresses } from '../../../src/lib/guarded-http/target.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const TIMEOUT = 10_000;

/** A resolver whose lookups end when the test says so, and callers that note which names were answered. */
function useResolver() {
	const clock = createManualClock(0);
	const running = new Map<string, () => void>();
	const answered: string[] = [];
	const system: FindAddresses = (name, _options, callback) => {
		running.set(name, () => {
			running.delete(name);
			callback(null, [{ address: '203.0.113.1', family: 4 }]);
		});
	};
	const find = isolateSlowLookups(system, () => clock.now());
	return {
		running: () => [...running.keys()],
		answered,
		lookUp: (...names: string[]) => {
			for (const name of names) {
				find(name, { all: true }, () => {
					answered.push(name);
				});
			}
		},
		/** Ends the lookups that run, after so many milliseconds. */
		end: async (milliseconds: number) => {
			clock.advance(milliseconds);
			for (const answer of [...running.values()]) answer();
			// The lookups that waited for these begin.
			await new Promise((resolve) => setImmediate(resolve));
		},
	};
}

const names = (count: number, kind: string) => Array.from({ length: count }, (_, index) => `${kind}${index}`);

describe('lookups of many names', () => {
	it('do not wait for names that nobody answers, where the name was answered before', async () => {
		const resolver = useResolver();
		resolver.lookUp('receiver');
		await resolver.end(20);

		resolver.lookUp(...names(100, 'dead'), 'receiver');
		expect(resolver.running()).toContain('receiver');
		expect(resolver.running()).toHaveLength(9);
	});

	it('run four at a time, of names that were slow the last time', async () => {
		const resolver = useResolver();
		const dead = names(8, 'dead');
		resolver.lookUp(...dead);
		expect(resolver.running()).toEqual(dead);
		await resolver.end(TIMEOUT);

		resolver.lookUp(...dead, 'new');
		expect(resolver.running()).toEqual([...dead.slice(0, 4), 'new']);
		await resolver.end(TIMEOUT);
		expect(resolver.running()).toEqual(dead.slice(4));
	});

	it('run at once again, after the name server has recovered', async () => {
		const resolver = useResolver();
		const slow = names(8, 'slow');
		resolver.lookUp(...slow);
		await resolver.end(TIMEOUT);
		resolver.lookUp(...slow);
		await resolver.end(20);
		await resolver.end(20);
		expect(resolver.answered).toEqual([...slow, ...slow]);

		resolver.lookUp(...slow);
		expect(resolver.running()).toEqual(slow);
	});
});
