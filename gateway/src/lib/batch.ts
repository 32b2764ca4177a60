import { createBackpressure, type Size } from './backpressure.ts';

/** Largest batch. */
const BATCH_LIMIT: Size = { rows: 256, bytes: 2 * 1024 * 1024 };
/** Most work that may wait for the next batch. */
const WAITING_LIMIT: Size = { rows: 10_000, bytes: 64 * 1024 * 1024 };

interface QueuedItem<Item, Result> {
	item: Item;
	size: Size;
	resolve: (result: Result) => void;
	reject: (error: unknown) => void;
}

export interface BatchDeps<Item, Result> {
	/** Does the work for many items, preferably in one commit. Returns a result for each item, in their order. */
	work: (items: readonly Item[], size: Size) => Promise<readonly Result[]>;
	/** Bytes that an item writes. */
	sizeOf: (item: Item) => number;
	/** Lets a batch wait where all of its items can; absent: each starts as soon as the one before has ended. */
	patience?: Patience<Item>;
	/** Whether the work may succeed for single items after it failed for all items of a batch. */
	canSplit: (error: unknown) => boolean;
}

export interface Patience<Item> {
	canWait: (item: Item) => boolean;
	/** Calls back when a batch has waited long enough; returns a function that calls back at once. */
	wait: (callback: () => void) => () => void;
}

/**
 * Batches the calls of many callers: items that arrive while a batch is being worked on join the next one, because
 * one statement for many rows costs far less than a statement for each row. Where canSplit allows it, a failing item
 * does not affect the others of its batch. Rejects with service_unavailable when too much work waits.
 */
export function batch<Item, Result>(deps: BatchDeps<Item, Result>): (item: Item) => Promise<Result> {
	const queue: QueuedItem<Item, Result>[] = [];
	const backpressure = createBackpressure(WAITING_LIMIT);
	const { patience } = deps;
	let working = false;
	/** Ends the wait of the next batch; null: it does not wait. */
	let endWait: (() => void) | null = null;

	/** Starts the next batch, unless one is running or the items can wait. */
	function startNext(): void {
		if (working || queue.length === 0) return;
		const isFull = queue.length >= BATCH_LIMIT.rows;
		if (patience !== undefined && !isFull && queue.every(({ item }) => patience.canWait(item))) {
			endWait ??= patience.wait(start);
		} else if (endWait !== null) {
			endWait();
		} else {
			working = true;
			// Items that callers add in this iteration of the event loop join the batch.
			setImmediate(() => {
				working = false;
				start();
			});
		}
	}

	function start(): void {
		endWait = null;
		if (working || queue.length === 0) return;
		working = true;
		void runBatch(takeBatch()).then(() => {
			working = false;
			startNext();
		});
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
			startNext();
		});
}
