import { describe, expect, it } from '@jest/globals';
import { createKeyedQueue } from '../../src/network/keyed-queue.ts';

describe('createKeyedQueue', () => {
	it('runs tasks of one key in order and of different keys concurrently', async () => {
		const queue = createKeyedQueue();
		const order: string[] = [];
		const first = Promise.withResolvers<null>();
		const slow = queue.run('a', async () => {
			await first.promise;
			order.push('first of a');
		});
		const next = queue.run('a', () => Promise.resolve(order.push('second of a')));
		await queue.run('b', () => Promise.resolve(order.push('first of b')));
		expect(order).toEqual(['first of b']);
		first.resolve(null);
		await Promise.all([slow, next]);
		expect(order).toEqual(['first of b', 'first of a', 'second of a']);
	});

	it('returns the result of a task and continues after a failed one', async () => {
		const queue = createKeyedQueue();
		const failing = queue.run('a', () => Promise.reject(new Error('lost')));
		const throwing = queue.run('a', () => {
			throw new Error('at once');
		});
		const next = queue.run('a', () => Promise.resolve('there'));
		await expect(failing).rejects.toThrow('lost');
		await expect(throwing).rejects.toThrow('at once');
		expect(await next).toBe('there');
	});
});
