import { setTimeout as elapsed } from 'node:timers/promises';
import { caseRandom } from '../case-random.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Numbers } from '../case-numbers.ts';
import { fileCase } from './file-case.ts';

/** Milliseconds between two files, until the last download has to be over, and for which none is open then. */
const PAUSE = 60;
const LONGEST = 240_000;
const QUIET = 3000;

/** Strangers send files that are not what they say; each from another phone. Resolves when no download is open. */
export async function runFiles(field: FuzzContext, numbers: Numbers): Promise<void> {
	const { seed, whatsApp, accounts, canary, journal, isOver } = field;
	for (let number = numbers.next(); number !== null; number = numbers.next()) {
		const { kind, what, file } = fileCase(caseRandom(seed, 'files', number), number, canary);
		const attacked = accounts[number % accounts.length];
		if (attacked === undefined) return;
		const sender = `49177${String(number).padStart(7, '0')}7`;
		await whatsApp.send(sender, attacked.account, { file });
		journal.note('files', number, kind, what);
		await elapsed(PAUSE);
	}
	const begun = performance.now();
	let quietSince = begun;
	while (performance.now() - begun < LONGEST && performance.now() - quietSince < QUIET && !isOver()) {
		if ((await whatsApp.mediaRequests()).open > 0) quietSince = performance.now();
		await elapsed(200);
	}
}
