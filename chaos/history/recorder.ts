import { createWriteStream } from 'node:fs';
import type { HistoryRecord } from './record.ts';

/** A record without a time, which is then the current time. */
type NewRecord<Kind extends HistoryRecord> = Kind extends HistoryRecord
	? Omit<Kind, 'at'> & Partial<Pick<Kind, 'at'>>
	: never;

export interface Recorder {
	records: HistoryRecord[];
	/** Milliseconds since the start of the run. */
	now: () => number;
	record: (record: NewRecord<HistoryRecord>) => void;
	/** Resolves when the file is written. */
	close(): Promise<void>;
}

/** Creates a recorder. With a file name it also writes the history to it as JSON lines. */
export function createRecorder(file: string | null): Recorder {
	const records: HistoryRecord[] = [];
	const startedAt = performance.now();
	const stream = file === null ? null : createWriteStream(file);
	const now = (): number => Math.round((performance.now() - startedAt) * 1000) / 1000;
	return {
		records,
		now,
		record(record) {
			const timed: HistoryRecord = { at: now(), ...record };
			records.push(timed);
			stream?.write(`${JSON.stringify(timed)}\n`);
		},
		close: () =>
			new Promise((resolve) => {
				if (stream === null) resolve();
				else stream.end(resolve);
			}),
	};
}
