import { setTimeout as sleep } from 'node:timers/promises';
import { caseRandom } from '../case-random.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { CaseNumbers } from '../case-numbers.ts';
import { fileCase } from './file-case.ts';

/** Milliseconds between two files, until the last download must have ended, and without an open download at the end. */
const PAUSE = 60;
const LONGEST = 240_000;
const QUIET = 3000;

/** Sends malicious files, each from another phone. Resolves when no download is open. */
export async function runFiles(context: FuzzContext, numbers: CaseNumbers): Promise<void> {
	const { seed, whatsApp, accounts, canary, journal, isOver } = context;
	for (let number = numbers.next(); number !== null; number = numbers.next()) {
		const { kind, what, file } = fileCase(caseRandom(seed, 'files', number), number, canary);
		const attacked = accounts[number % accounts.length];
		if (attacked === undefined) return;
		const sender = `49177${String(number).padStart(7, '0')}7`;
		await whatsApp.send(sender, attacked.account, { file });
		journal.record('files', number, kind, what);
		await sleep(PAUSE);
	}
	const startedAt = performance.now();
	let quietSince = startedAt;
	while (performance.now() - startedAt < LONGEST && performance.now() - quietSince < QUIET && !isOver()) {
		if ((await whatsApp.mediaRequests()).open > 0) quietSince = performance.now();
		await sleep(200);
	}
}
