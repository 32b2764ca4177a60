import { AsyncLocalStorage } from 'node:async_hooks';

/** What may run at a time only once under a name. */
export interface Locks {
	/** Runs work under a name after what was begun under it before; at once inside other such work. */
	during<T>(name: string, work: () => Promise<T>): Promise<T>;
	/** The same, also inside other such work; what runs under it must not wait for anything under another name. */
	alone<T>(name: string, work: () => Promise<T>): Promise<T>;
	/** Runs work whose part under whatever name is run under this one instead. */
	as<T>(name: string, work: () => Promise<T>): Promise<T>;
	/** Whether the caller runs under a name. */
	isHeld(): boolean;
}

export function createLocks(): Locks {
	const scope = new AsyncLocalStorage<{ name: string | null; held: boolean }>();
	const last = new Map<string, Promise<unknown>>();

	async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
		const turn = (last.get(name) ?? Promise.resolve()).then(() => scope.run({ name, held: true }, work));
		const settled = turn.catch(() => undefined);
		last.set(name, settled);
		try {
			return await turn;
		} finally {
			if (last.get(name) === settled) last.delete(name);
		}
	}

	return {
		during(name, work) {
			const outer = scope.getStore();
			return outer?.held === true ? work() : alone(outer?.name ?? name, work);
		},
		alone,
		as: (name, work) => scope.run({ name, held: false }, work),
		isHeld: () => scope.getStore()?.held === true,
	};
}
