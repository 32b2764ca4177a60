import type { IExecuteFunctions } from 'n8n-workflow';

/** Concurrency and batching of a run. */
export interface RunOptions {
	/** Number of ordering keys that run at the same time. */
	concurrency: number;
	/** Number of items before each pause; 0: no batches. */
	batchSize: number;
	/** Waits between two batches. Throws when the execution is canceled. */
	pause: () => Promise<void>;
}

/** The error of one item. The node reports the error of the item with the lowest index. */
interface Failure {
	index: number;
	error: unknown;
}

/**
 * Runs `run` for the index of each item: items with the same ordering key one after another, several keys at the
 * same time.
 *
 * Returns the results in the order of the items. After a failure no further item starts; when those already started
 * have ended, the error of the failed item with the lowest index is thrown. Throws what `pause` throws.
 */
export async function runOrdered<T>(
	orderingKeys: readonly string[],
	{ concurrency, batchSize, pause }: RunOptions,
	run: (index: number) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	const failures: Failure[] = [];
	// An expression may return a fraction, which would skip items.
	const size = batchSize > 0 ? Math.ceil(batchSize) : orderingKeys.length;

	async function runInOrder(indexes: readonly number[]): Promise<void> {
		for (const index of indexes) {
			if (failures.length > 0) return;
			try {
				results[index] = await run(index);
			} catch (error) {
				failures.push({ index, error });
			}
		}
	}

	for (let start = 0; start < orderingKeys.length && failures.length === 0; start += size) {
		if (start > 0) await pause();
		const groups = groupByKey(orderingKeys, start, Math.min(start + size, orderingKeys.length));
		const queue = groups.values();
		const workers = Array.from({ length: Math.min(Math.max(1, concurrency), groups.length) }, async () => {
			for (const indexes of queue) await runInOrder(indexes);
		});
		await Promise.all(workers);
	}

	const [first] = failures.sort((a, b) => a.index - b.index);
	if (first) throw first.error;
	return results;
}

/** Groups the indexes from `start` to `end` (exclusive) by ordering key, in the order in which the keys appear. */
function groupByKey(orderingKeys: readonly string[], start: number, end: number): number[][] {
	const groups = new Map<string, number[]>();
	for (let index = start; index < end; index++) {
		const group = groups.get(orderingKeys[index]);
		if (group) group.push(index);
		else groups.set(orderingKeys[index], [index]);
	}
	return [...groups.values()];
}

/** The ordering key of operations that only read: unique per item, because their items need no order. */
export function itemOrderingKey(this: IExecuteFunctions, itemIndex: number): string {
	return `item ${itemIndex}`;
}
