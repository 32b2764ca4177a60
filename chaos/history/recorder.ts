import { createWriteStream } from 'node:fs';
import type { HistoryRecord } from './record.ts';

/** A record whose time is now, unless it says otherwise. */
type Note<Kind extends HistoryRecord> = Kind extends HistoryRecord
	? Omit<Kind, 'at'> & Partial<Pick<Kind, 'at'>>
	: never;

export interface Recorder {
	records: HistoryRecord[];
	/** Milliseconds since the run began. */
	now: () => number;
	note: (record: Note<HistoryRecord>) => void;
	/** Resolves when the file, if there is one, is written. */
	close(): Promise<void>;
}

/** Keeps the history of a run, and writes it to a file as JSON lines where one is given. */
export function createRecorder(file: string | null): Recorder {
	const records: HistoryRecord[] = [];
	const begun = performance.now();
	const stream = file === null ? null : createWriteStream(file);
	const now = (): number => Math.round((performance.now() - begun) * 1000) / 1000;
	return {
		records,
		now,
		note(record) {
			const noted: HistoryRecord = { at: now(), ...record };
			records.push(noted);
			stream?.write(`${JSON.stringify(noted)}\n`);
		},
		close: () =>
			new Promise((resolve) => {
				if (stream === null) resolve();
				else stream.end(resolve);
			}),
	};
}
