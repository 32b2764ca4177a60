import { setTimeout as elapsed } from 'node:timers/promises';
import { withConnection, type Attacked } from '../attacked-accounts.ts';
import { caseRandom } from '../case-random.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Numbers } from '../case-numbers.ts';
import { frameCase, type FrameCase } from './frame-case.ts';

/** Milliseconds in which a client ends the connection for what is severe, so that the next frame meets a new one. */
const SEVERE = 30;
/** Cases after which what an account did not acknowledge is forgotten, so that it is not sent at each login. */
const FORGOTTEN = 50;
/** Strangers who write. */
const STRANGERS = 100;

/** Sends mutated frames to all attacked accounts at once. */
export async function runFrames(field: FuzzContext, numbers: Numbers): Promise<void> {
	await Promise.all(field.accounts.map((account) => lane(field, numbers, account)));
}

async function lane(field: FuzzContext, numbers: Numbers, attacked: Attacked): Promise<void> {
	const { seed, whatsApp, journal } = field;
	let sent = 0;
	for (let number = numbers.next(); number !== null; number = numbers.next()) {
		const one = frameCase(caseRandom(seed, 'frames', number), attacked);
		const stranger = `49176100${String(number % STRANGERS).padStart(4, '0')}7`;
		const done = await withConnection(field, attacked, () => send(field, attacked, stranger, one));
		if (!done) journal.count('frames', '(could not be sent)');
		else journal.note('frames', number, one.kind, one.what);
		if (one.severe) await elapsed(SEVERE);
		sent += 1;
		if (sent % FORGOTTEN === 0) await whatsApp.dropPending(attacked.account).catch(() => undefined);
	}
}

async function send(
	{ whatsApp }: FuzzContext,
	{ account }: Attacked,
	stranger: string,
	one: FrameCase,
): Promise<boolean> {
	if (one.send === 'frame') {
		return whatsApp.frame({ account, base64: one.bytes.toString('base64'), encrypted: one.encrypted });
	}
	const { plaintext, attrs } = one;
	await whatsApp.send(stranger, account, { text: '', plaintext: plaintext.toString('base64'), attrs });
	return true;
}
