import { createBackpressure, type Size } from './backpressure.ts';

/** Items worked on together; see gather(). */
const BATCH_LIMIT: Size = { rows: 256, bytes: 2 * 1024 * 1024 };
/** What may wait for the next batch. */
const WAITING_LIMIT: Size = { rows: 10_000, bytes: 64 * 1024 * 1024 };

interface Waiting<Item, Result> {
	item: Item;
	weight: Size;
	resolve: (result: Result) => void;
	reject: (error: unknown) => void;
}

export interface BatchDeps<Item, Result> {
	/** Does the work for many items, at best in one commit; gives a result for each, in their order. */
	work: (items: readonly Item[], weight: Size) => Promise<readonly Result[]>;
	/** Bytes an item has written. */
	sizeOf: (item: Item) => number;
	/** Whether work that failed as a whole may succeed for some of its items alone. */
	canSplit: (error: unknown) => boolean;
}

/**
 * Does one thing for many callers at once: what arrives while a batch is under way goes into the next one. Written
 * row by row, most of the time goes into the statements; written together, into the rows. An item that fails
 * fails alone. Rejects with service_unavailable when too much is waiting.
 */
export function batch<Item, Result>(port: BatchDeps<Item, Result>): (item: Item) => Promise<Result> {
	const waiting: Waiting<Item, Result>[] = [];
	const admission = createBackpressure(WAITING_LIMIT);
	let working = false;

	async function workOff(): Promise<void> {
		do {
			// Everything the event loop has ready in this turn joins the batch.
			await new Promise((resolve) => setImmediate(resolve));
			await workOn(takeBatch());
		} while (waiting.length > 0);
		working = false;
	}

	function takeBatch(): Waiting<Item, Result>[] {
		let rows = 0;
		let bytes = 0;
		for (const { weight } of waiting) {
			if (rows > 0 && (rows >= BATCH_LIMIT.rows || bytes + weight.bytes > BATCH_LIMIT.bytes)) break;
			rows += 1;
			bytes += weight.bytes;
		}
		admission.leave({ rows, bytes });
		return waiting.splice(0, rows);
	}

	async function workOn(batch: readonly Waiting<Item, Result>[]): Promise<void> {
		const bytes = batch.reduce((sum, { weight }) => sum + weight.bytes, 0);
		try {
			const results = await port.work(
				batch.map(({ item }) => item),
				{ rows: batch.length, bytes },
			);
			batch.forEach(({ resolve }, index) => {
				resolve(results[index] as Result);
			});
		} catch (error) {
			if (batch.length > 1 && port.canSplit(error)) {
				for (const one of batch) await workOn([one]);
			} else {
				for (const { reject } of batch) reject(error);
			}
		}
	}

	return (item) =>
		new Promise((resolve, reject) => {
			const weight = { rows: 1, bytes: port.sizeOf(item) };
			admission.enter(weight);
			waiting.push({ item, weight, resolve, reject });
			if (working) return;
			working = true;
			void workOff();
		});
}
