import { setInterval } from 'node:timers';

const PROGRESS_INTERVAL_MS = 15_000;

/** Writes a line to standard output. */
export function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** Prints a description, runs a task, and prints every 15 s that it is still running. */
export async function withProgress<T>(description: string, task: () => Promise<T>): Promise<T> {
	print(`${description} …`);
	const start = Date.now();
	const timer = setInterval(() => {
		print(`  … still running, ${Math.round((Date.now() - start) / 1000)} seconds so far`);
	}, PROGRESS_INTERVAL_MS);
	try {
		return await task();
	} finally {
		clearInterval(timer);
	}
}
