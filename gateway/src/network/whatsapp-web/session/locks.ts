import { AsyncLocalStorage } from 'node:async_hooks';

/** Locks by name, for asynchronous work. */
export interface Locks {
	/**
	 * Runs work while it has the lock, after the work that requested the same lock before. Inside other work that has
	 * a lock it runs at once.
	 */
	runReentrant<T>(name: string, work: () => Promise<T>): Promise<T>;
	/** Like `runReentrant`, but also waits for the lock inside other work. The work must not request another lock. */
	runExclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
	/** Runs work in which `runReentrant` always uses the lock of this name, instead of the name in its call. */
	runAs<T>(name: string, work: () => Promise<T>): Promise<T>;
	/** Whether the caller has a lock. */
	isHeld(): boolean;
}

export function createLocks(): Locks {
	const scope = new AsyncLocalStorage<{ name: string | null; isLocked: boolean }>();
	const last = new Map<string, Promise<unknown>>();

	async function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
		const result = (last.get(name) ?? Promise.resolve()).then(() =>
			scope.run({ name, isLocked: true }, work),
		);
		const settled = result.catch(() => undefined);
		last.set(name, settled);
		try {
			return await result;
		} finally {
			if (last.get(name) === settled) last.delete(name);
		}
	}

	return {
		runReentrant(name, work) {
			const outer = scope.getStore();
			return outer?.isLocked === true ? work() : runExclusive(outer?.name ?? name, work);
		},
		runExclusive,
		runAs: (name, work) => scope.run({ name, isLocked: false }, work),
		isHeld: () => scope.getStore()?.isLocked === true,
	};
}
