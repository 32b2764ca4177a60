import { setImmediate as nextIteration } from 'node:timers/promises';
import type { MinimalStore, Writes } from './store.ts';

type Group = { [Key in keyof Writes]: Writes[Key][number][] };

/** Adds writes to the next transaction. `afterCommit` is called when they are durable. */
export type Write = (add: (group: Group) => void, afterCommit?: () => void) => void;

/** Commits all writes that come in one iteration of the event loop, or while a transaction is open, by one transaction. */
export function createGroupCommit(store: MinimalStore): Write {
	let group = emptyGroup();
	let callbacks: (() => void)[] = [];
	let isRunning = false;

	async function commitGroups(): Promise<void> {
		while (callbacks.length > 0) {
			await nextIteration();
			const [writes, committed] = [group, callbacks];
			[group, callbacks] = [emptyGroup(), []];
			await store.commit(writes);
			for (const callback of committed) callback();
		}
		isRunning = false;
	}

	return (add, afterCommit = () => undefined) => {
		add(group);
		callbacks.push(afterCommit);
		if (isRunning) return;
		isRunning = true;
		void commitGroups();
	};
}

function emptyGroup(): Group {
	return { accepted: [], statuses: [], events: [], delivered: [] };
}
