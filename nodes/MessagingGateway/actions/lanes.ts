import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

/** How a bulk of items is worked through. */
export interface Pace {
	/** Lanes worked on at the same time. */
	concurrency: number;
	/** Items after which all lanes stop for the interval; 0 for no batches. */
	batchSize: number;
	/** Milliseconds between two batches. */
	batchInterval: number;
}

/** A failure of one item; the first one by its place is what the node reports. */
interface Failure {
	index: number;
	error: unknown;
}

/**
 * Does the work of each item: in order within a lane, several lanes at a time.
 *
 * Takes the lane of each item, the pace, and the work, by index; gives what the work gave, in the order of the
 * items. After a failure nothing new is begun; what is under way ends, and then the failure of the first item
 * that failed is thrown.
 */
export async function workInLanes<T>(
	lanes: readonly string[],
	{ concurrency, batchSize, batchInterval }: Pace,
	work: (index: number) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	const failures: Failure[] = [];
	const size = batchSize > 0 ? batchSize : lanes.length;

	async function runLane(indexes: readonly number[]): Promise<void> {
		for (const index of indexes) {
			if (failures.length > 0) return;
			try {
				results[index] = await work(index);
			} catch (error) {
				failures.push({ index, error });
			}
		}
	}

	for (let start = 0; start < lanes.length && failures.length === 0; start += size) {
		if (start > 0 && batchInterval > 0) await sleep(batchInterval);
		const queue = inLanes(lanes, start, Math.min(start + size, lanes.length)).values();
		const workers = Array.from({ length: Math.max(1, concurrency) }, async () => {
			for (const indexes of queue) await runLane(indexes);
		});
		await Promise.all(workers);
	}

	const [first] = failures.sort((a, b) => a.index - b.index);
	if (first) throw first.error;
	return results;
}

/** The indexes of a batch by their lane, the lanes in the order in which they first come. */
function inLanes(lanes: readonly string[], start: number, end: number): number[][] {
	const byLane = new Map<string, number[]>();
	for (let index = start; index < end; index++) {
		const lane = byLane.get(lanes[index]);
		if (lane) lane.push(index);
		else byLane.set(lanes[index], [index]);
	}
	return [...byLane.values()];
}

/** The lane of an operation that only reads: its items need no order. */
export function ownLane(this: IExecuteFunctions, itemIndex: number): string {
	return `item ${itemIndex}`;
}
