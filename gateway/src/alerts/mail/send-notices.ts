import type { Clock } from '../../domain/clock.ts';
import { isDue } from '../../domain/due-range.ts';
import { createPauses } from '../../lib/loops/pauses.ts';
import { createWakeUp } from '../../lib/loops/wake-up.ts';
import {
	claimNotices,
	findNextDue,
	recordOutcome,
	type ClaimedNotice,
	type NoticeOutcome,
} from '../../store/alerts/notices.ts';
import type { Store } from '../../store/store.ts';
import { composeMail } from './compose-mail.ts';
import { MailError } from './mail-error.ts';
import type { Mail, Mailer } from './mailer.ts';

/** Milliseconds from a failed try to the next. After the last one the gateway gives the mail up. */
const RETRY_DELAYS = [60_000, 5 * 60_000, 15 * 60_000, 3_600_000, 3 * 3_600_000];
/**
 * A mail that is due more than this many milliseconds ahead is due now: its time was written while the clock of a machine
 * was ahead.
 */
const IMPLAUSIBLE_DELAY = 2 * Math.max(...RETRY_DELAYS);
/** Milliseconds for one try. Afterwards another gateway repeats it, because the claiming one has crashed. */
const CLAIM_DURATION = 2 * 60_000;
/** Milliseconds between two polls without a signal: another gateway may have crashed after it wrote notices. */
const POLL_INTERVAL = 15_000;
/** Milliseconds until a retry after a failure of the store. */
const STORE_PAUSE = 1000;

export interface SendNoticesDeps {
	store: Store;
	clock: Clock;
	mailer: Mailer;
	/** The URL of the page, without a slash at the end. */
	pageUrl: string;
	onError: (error: unknown) => void;
	/** Called after each try; null: the mail was sent. */
	onTried: (error: MailError | null) => void;
}

/**
 * Sends the mails of alerts. All due notices become one mail, so that many alerts at once do not flood a mailbox. The
 * gateway that claims the notices sends it. Returns a function that stops this, and resolves when the running try has
 * ended.
 */
export function startSendingNotices(deps: SendNoticesDeps): () => Promise<void> {
	const { store, clock, onError } = deps;
	const wakeUp = createWakeUp(clock);
	const pauses = createPauses(clock);
	const ending = new AbortController();

	async function run(): Promise<void> {
		let nextDue: number | null = 0;
		while (!ending.signal.aborted) {
			try {
				await wakeUp.wait(Math.min(nextDue ?? Infinity, clock.now() + POLL_INTERVAL));
				if (isStopped()) return;
				await sendDue(deps, ending.signal);
				nextDue = await findNextDue(store.read);
			} catch (error) {
				onError(error);
				await pauses.pause(STORE_PAUSE);
			}
		}
	}

	// A function, because TypeScript does not expect that the variable changes during an await.
	function isStopped(): boolean {
		return ending.signal.aborted;
	}

	const unsubscribe = store.listen((signal) => {
		if (signal.kind === 'alerts_changed') wakeUp.notify();
	});
	const running = run();
	return async () => {
		ending.abort();
		unsubscribe();
		pauses.end();
		wakeUp.notify();
		await running;
	};
}

async function sendDue(
	{ store, clock, mailer, pageUrl, onTried }: SendNoticesDeps,
	end: AbortSignal,
): Promise<void> {
	const now = clock.now();
	// Most of the time the index has no due notice, and no transaction is needed.
	const nextDue = await findNextDue(store.read);
	const range = { now, latest: now + IMPLAUSIBLE_DELAY };
	if (nextDue === null || !isDue(nextDue, range)) return;
	const [first, ...others] = await store.commit(({ db }) =>
		claimNotices(db, { ...range, until: now + CLAIM_DURATION }),
	);
	if (first === undefined) return;
	const error = await trySend(mailer, composeMail([first, ...others], pageUrl), end);
	const at = clock.now();
	const failure = error instanceof MailError ? error : null;
	await store.commit(async ({ db, emit }) => {
		for (const { notice } of [first, ...others]) {
			// Another gateway, or the next start, sends the unsent notices at once.
			const outcome = failure !== null && end.aborted ? untried(at) : outcomeOf({ notice }, error, at);
			await recordOutcome(db, notice, outcome, at);
		}
		emit({ kind: 'alerts_changed' });
	});
	onTried(failure);
}

/** Returns the error of the try, or which recipients were refused; null: the mail was sent to all. */
async function trySend(mailer: Mailer, mail: Mail, end: AbortSignal): Promise<MailError | string | null> {
	try {
		const { refused } = await mailer.send(mail, end);
		return refused.length === 0 ? null : `The mail server refused these recipients: ${refused.join(', ')}.`;
	} catch (error) {
		if (error instanceof MailError) return error;
		throw error;
	}
}

function untried(now: number): NoticeOutcome {
	return { status: 'pending', dueAt: now, error: null };
}

function outcomeOf(
	{ notice }: Pick<ClaimedNotice, 'notice'>,
	error: MailError | string | null,
	now: number,
): NoticeOutcome {
	if (error === null || typeof error === 'string') return { status: 'sent', dueAt: null, error };
	const delay = RETRY_DELAYS[notice.attempts - 1];
	return delay === undefined
		? { status: 'failed', dueAt: null, error: error.message }
		: { status: 'pending', dueAt: now + delay, error: error.message };
}
