import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection, type AttackedAccount } from '../attacked-accounts.ts';
import { caseRandom } from '../case-random.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { CaseNumbers } from '../case-numbers.ts';
import { frameCase, type FrameCase } from './frame-case.ts';

/**
 * Milliseconds in which the gateway closes the connection after a severe frame, so that the next one uses a new
 * connection.
 */
const CLOSE_TIME = 30;
/** Cases after which unacknowledged stanzas are dropped, so that they are not sent again at each login. */
const DROP_INTERVAL = 50;
/** Number of senders. */
const SENDERS = 100;

/** Sends mutated frames to all attacked accounts at once. */
export async function runFrames(context: FuzzContext, numbers: CaseNumbers): Promise<void> {
	await Promise.all(context.accounts.map((account) => attackAccount(context, numbers, account)));
}

async function attackAccount(
	context: FuzzContext,
	numbers: CaseNumbers,
	attacked: AttackedAccount,
): Promise<void> {
	const { seed, whatsApp, journal } = context;
	let count = 0;
	for (let number = numbers.next(); number !== null; number = numbers.next()) {
		const one = frameCase(caseRandom(seed, 'frames', number), attacked);
		const sender = `49176100${String(number % SENDERS).padStart(4, '0')}7`;
		const sent = await withConnection(context, attacked, () => send(context, attacked, sender, one));
		if (!sent) journal.count('frames', '(could not be sent)');
		else journal.record('frames', number, one.kind, one.what);
		if (one.severe) await sleep(CLOSE_TIME);
		count += 1;
		if (count % DROP_INTERVAL === 0) await whatsApp.dropPending(attacked.account).catch(() => undefined);
	}
}

async function send(
	{ whatsApp }: FuzzContext,
	{ account }: AttackedAccount,
	sender: string,
	one: FrameCase,
): Promise<boolean> {
	if (one.send === 'frame') {
		return whatsApp.frame({ account, base64: one.bytes.toString('base64'), encrypted: one.encrypted });
	}
	const { plaintext, attrs } = one;
	await whatsApp.send(sender, account, { text: '', plaintext: plaintext.toString('base64'), attrs });
	return true;
}
