import { setImmediate as nextIteration } from 'node:timers/promises';
import { createBackpressure, type Size } from './backpressure.ts';

/** Largest batch. */
const BATCH_LIMIT: Size = { rows: 256, bytes: 2 * 1024 * 1024 };
/** Most work that may wait for the next batch. */
const WAITING_LIMIT: Size = { rows: 10_000, bytes: 64 * 1024 * 1024 };

/** Bytes of the key of a read. */
const KEY_BYTES = 32;

interface QueuedItem<Item, Result> {
	item: Item;
	size: Size;
	resolve: (result: Result) => void;
	reject: (error: unknown) => void;
}

export interface BatchDeps<Item, Result> {
	/** Does the work for many items, preferably in one commit. Returns a result for each item, in their order. */
	work: (items: readonly Item[], size: Size) => Promise<readonly Result[]>;
	/** Resolves when a batch can start: items that come until then join it. Absent: in the next iteration of the event loop. */
	untilStart?: () => Promise<void>;
	/** Bytes that an item writes. */
	sizeOf: (item: Item) => number;
	/** Whether the work may succeed for single items after it failed for all items of a batch. */
	canSplit: (error: unknown) => boolean;
}

/** Shares one read among the callers of one turn of the event loop; `readMany` returns a result for each key, in order. */
export function batchReads<Key, Result>(
	readMany: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
	return batch({ work: readMany, untilStart: endOfTurn, sizeOf: () => KEY_BYTES, canSplit: () => false });
}

/** Resolves when all code that is ready to run has run, before the next iteration of the event loop. */
export function endOfTurn(): Promise<void> {
	return new Promise((resolve) => {
		process.nextTick(resolve);
	});
}

/**
 * Batches the calls of many callers: items that arrive while a batch is being worked on join the next one, because
 * one statement for many rows costs far less than a statement for each row. Where canSplit allows it, a failing item
 * does not affect the others of its batch. Rejects with service_unavailable when too much work waits.
 */
export function batch<Item, Result>(deps: BatchDeps<Item, Result>): (item: Item) => Promise<Result> {
	const queue: QueuedItem<Item, Result>[] = [];
	const backpressure = createBackpressure(WAITING_LIMIT);
	const { untilStart = nextIteration } = deps;
	let working = false;

	async function runBatches(): Promise<void> {
		do {
			await untilStart();
			await runBatch(takeBatch());
		} while (queue.length > 0);
		working = false;
	}

	function takeBatch(): QueuedItem<Item, Result>[] {
		let rows = 0;
		let bytes = 0;
		for (const { size } of queue) {
			if (rows > 0 && (rows >= BATCH_LIMIT.rows || bytes + size.bytes > BATCH_LIMIT.bytes)) break;
			rows += 1;
			bytes += size.bytes;
		}
		backpressure.release({ rows, bytes });
		return queue.splice(0, rows);
	}

	async function runBatch(batch: readonly QueuedItem<Item, Result>[]): Promise<void> {
		const bytes = batch.reduce((sum, { size }) => sum + size.bytes, 0);
		try {
			const results = await deps.work(
				batch.map(({ item }) => item),
				{ rows: batch.length, bytes },
			);
			batch.forEach(({ resolve }, index) => {
				resolve(results[index] as Result);
			});
		} catch (error) {
			if (batch.length > 1 && deps.canSplit(error)) {
				for (const single of batch) await runBatch([single]);
			} else {
				for (const { reject } of batch) reject(error);
			}
		}
	}

	return (item) =>
		new Promise((resolve, reject) => {
			const size = { rows: 1, bytes: deps.sizeOf(item) };
			backpressure.admit(size);
			queue.push({ item, size, resolve, reject });
			if (working) return;
			working = true;
			void runBatches();
		});
}
