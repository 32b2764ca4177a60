import { createSemaphore, type Semaphore } from './semaphore.ts';

/**
 * Returns the semaphore of a key. All of them together run `limits.total` pieces of work at the same time, and each
 * `limits.perKey`: work of one key that takes long leaves room for that of others.
 */
export function createKeyedSemaphore(limits: { perKey: number; total: number }): (key: string) => Semaphore {
	const runOfAll = createSemaphore(limits.total);
	const keys = new Map<string, { run: Semaphore; users: number }>();
	return (key) => async (work) => {
		const own = keys.get(key) ?? { run: createSemaphore(limits.perKey), users: 0 };
		keys.set(key, own);
		own.users += 1;
		try {
			return await own.run(() => runOfAll(work));
		} finally {
			own.users -= 1;
			if (own.users === 0) keys.delete(key);
		}
	};
}
