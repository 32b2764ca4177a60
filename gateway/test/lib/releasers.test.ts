import { describe, expect, it } from '@jest/globals';
import { createReleasers } from '../../src/lib/releasers.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

describe('createReleasers', () => {
	const clock = createManualClock();
	let errors: string[];
	const create = () => {
		errors = [];
		return createReleasers(clock, (error, name) => errors.push(`${name}: ${String(error)}`));
	};

	it('releases the parts in reverse order, one after the other', async () => {
		const releasers = create();
		const stopped: string[] = [];
		for (const name of ['store', 'worker', 'server']) {
			releasers.add(name, async () => {
				await Promise.resolve();
				stopped.push(name);
			});
		}
		expect(releasers.isStopping()).toBe(false);
		const ended = releasers.releaseAll();
		expect(releasers.isStopping()).toBe(true);
		await Promise.all([ended, releasers.releaseAll()]);
		expect(stopped).toEqual(['server', 'worker', 'store']);
		expect(errors).toEqual([]);
	});

	it('continues after a part that throws, and names it', async () => {
		const releasers = create();
		const stopped: string[] = [];
		releasers.add('store', () => stopped.push('store'));
		releasers.add('worker', () => {
			throw new Error('no');
		});
		releasers.add('server', () => Promise.reject(new Error('never')));
		await releasers.releaseAll();
		expect(stopped).toEqual(['store']);
		expect(errors).toEqual(['server: Error: never', 'worker: Error: no']);
	});

	it('continues after the time limit of a part that hangs, and names it', async () => {
		const releasers = create();
		const stopped: string[] = [];
		releasers.add('store', () => stopped.push('store'));
		releasers.add('worker', () => new Promise(() => undefined), 2000);
		const ended = releasers.releaseAll();
		await until('the time limit to run', () => clock.pending().length > 0);
		expect(stopped).toEqual([]);
		clock.advance(2000);
		await ended;
		expect(stopped).toEqual(['store']);
		expect(errors).toEqual(['worker: Error: It did not stop within 2 seconds.']);
	});
});
