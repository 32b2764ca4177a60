import { describe, expect, it } from '@jest/globals';
import { createShutdownHooks } from '../../src/lib/shutdown-hooks.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

describe('createShutdownHooks', () => {
	const clock = createManualClock();
	let errors: string[];
	const create = () => {
		errors = [];
		return createShutdownHooks(clock, (error, name) => errors.push(`${name}: ${String(error)}`));
	};

	it('stops the components in reverse order, one after the other', async () => {
		const hooks = create();
		const stopped: string[] = [];
		for (const name of ['store', 'worker', 'server']) {
			hooks.add(name, async () => {
				await Promise.resolve();
				stopped.push(name);
			});
		}
		expect(hooks.isStopping()).toBe(false);
		const ended = hooks.runAll();
		expect(hooks.isStopping()).toBe(true);
		await Promise.all([ended, hooks.runAll()]);
		expect(stopped).toEqual(['server', 'worker', 'store']);
		expect(errors).toEqual([]);
	});

	it('continues after a component that throws, and names it', async () => {
		const hooks = create();
		const stopped: string[] = [];
		hooks.add('store', () => stopped.push('store'));
		hooks.add('worker', () => {
			throw new Error('no');
		});
		hooks.add('server', () => Promise.reject(new Error('never')));
		await hooks.runAll();
		expect(stopped).toEqual(['store']);
		expect(errors).toEqual(['server: Error: never', 'worker: Error: no']);
	});

	it('continues after the time limit of a component that hangs, and names it', async () => {
		const hooks = create();
		const stopped: string[] = [];
		hooks.add('store', () => stopped.push('store'));
		hooks.add('worker', () => new Promise(() => undefined), 2000);
		const ended = hooks.runAll();
		await until('the time limit to run', () => clock.pending().length > 0);
		expect(stopped).toEqual([]);
		clock.advance(2000);
		await ended;
		expect(stopped).toEqual(['store']);
		expect(errors).toEqual(['worker: Error: It did not stop within 2 seconds.']);
	});
});
