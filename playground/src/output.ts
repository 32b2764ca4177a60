import { setInterval } from 'node:timers';

const SIGN_OF_LIFE_MS = 15_000;

/** Writes one line to the person at the terminal. */
export function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** Says what is being done, does it, and says every 15 seconds that it is still going on. */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
	say(`${what} …`);
	const begun = Date.now();
	const timer = setInterval(() => {
		say(`  … still working, ${Math.round((Date.now() - begun) / 1000)} seconds so far`);
	}, SIGN_OF_LIFE_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}
