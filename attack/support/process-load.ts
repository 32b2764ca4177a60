import { readFileSync } from 'node:fs';
import { setTimeout as elapsed } from 'node:timers/promises';

const MIB = 1024 ** 2;
/** /proc counts processor time in hundredths of a second, and memory in pages. */
const TICKS = 100;
const PAGE = 4096;

/** The resource usage of a process. */
export interface Load {
	/** Resident memory in MiB. */
	memory: number;
	/** Seconds of processor time since its start. */
	processor: number;
}

/** Reads the load of a process from /proc. */
export function loadOf(pid: number | undefined): Load {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name of the program, in parentheses, may contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
	return {
		memory: (pages * PAGE) / MIB,
		processor: (Number(fields[11]) + Number(fields[12])) / TICKS,
	};
}

/** Most MiB by which a gateway may have grown, and most of a processor it may use, after an attack. */
const GROWTH_LIMIT = 100;
const PROCESSOR_LIMIT = 0.15;
/** Milliseconds after which a gateway has to be at rest, and of one measurement. */
const REST_TIMEOUT = 10_000;
const MEASUREMENT = 1000;

/**
 * Resolves when a process is at rest after an attack: it uses hardly any processor time, and no more than 100 MiB above
 * `before`. Throws with its load when it is not within ten seconds.
 */
export async function atRest(pid: number | undefined, before: Load): Promise<void> {
	const deadline = performance.now() + REST_TIMEOUT;
	for (;;) {
		const start = loadOf(pid);
		await elapsed(MEASUREMENT);
		const end = loadOf(pid);
		const growth = end.memory - before.memory;
		const processor = (end.processor - start.processor) / (MEASUREMENT / 1000);
		if (growth <= GROWTH_LIMIT && processor <= PROCESSOR_LIMIT) return;
		if (performance.now() < deadline) continue;
		throw new Error(
			`The process grew by ${growth.toFixed(0)} MiB and uses ${(processor * 100).toFixed(0)} % of a processor.`,
		);
	}
}
