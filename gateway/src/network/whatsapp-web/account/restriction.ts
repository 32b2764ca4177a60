import type { NewChatMessageCapInfo, ReachoutTimelockState } from 'baileys';
import type { AccountRestriction } from '../../../domain/instances/restriction.ts';
import { sanitizeText } from '../content/sanitize-text.ts';

/** Longest reason that is reported, in characters. */
const REASON_LIMIT = 100;
/** WhatsApp's names for no enforcement, and for no cap. */
const NO_REASON: ReadonlySet<string> = new Set(['DEFAULT', 'NONE']);
/** Latest end that is believed: 10 years from now, in milliseconds. */
const MAX_DURATION = 10 * 365 * 24 * 3_600_000;

/** WhatsApp's answers about the account; null: it was not asked, or did not answer. */
export interface AccountStanding {
	timelock: ReachoutTimelockState | null;
	cap: NewChatMessageCapInfo | null;
}

/**
 * The restriction of an account. Both locks concern chats that the account begins: with a "reach-out timelock" it may
 * begin none, and with the cap it has begun as many as it may in the current cycle. A cap that is not reached is no
 * restriction.
 */
export function restrictionOf({ timelock, cap }: AccountStanding, now: number): AccountRestriction | null {
	const newChatsLeft = newChatsLeftIn(cap);
	if (timelock?.isActive === true) {
		const until = endOf(timelock.timeEnforcementEnds?.getTime(), now);
		// A lock whose end has passed is over: WhatsApp does not always report the end.
		if (until === null || until > now) {
			return { kind: 'new_chats', reason: reasonOf(timelock.enforcementType), until, newChatsLeft };
		}
	}
	const status: string | undefined = cap?.capping_status;
	if (status !== 'CAPPED' && newChatsLeft !== 0) return null;
	const until = endOf(secondsOf(cap?.cycle_end_timestamp), now);
	if (until !== null && until <= now) return null;
	return { kind: 'new_chats', reason: 'CAPPED', until, newChatsLeft: 0 };
}

/** Null: WhatsApp names no quota; it has -1 for an account without a cap. */
function newChatsLeftIn(cap: NewChatMessageCapInfo | null): number | null {
	// Despite the types, WhatsApp's JSON can contain anything here.
	const [total, used] = [cap?.total_quota, cap?.used_quota].map((count: unknown) => Number(count ?? NaN));
	if (total === undefined || used === undefined) return null;
	if (!Number.isSafeInteger(total) || !Number.isSafeInteger(used) || total <= 0) return null;
	return Math.min(Math.max(total - used, 0), total);
}

function reasonOf(name: unknown): string | null {
	if (typeof name !== 'string' || name === '' || NO_REASON.has(name)) return null;
	return sanitizeText(name, REASON_LIMIT);
}

function secondsOf(timestamp: unknown): number | undefined {
	const value = Number(timestamp ?? NaN);
	// Some caps name milliseconds.
	return value > 0 ? (value < 100_000_000_000 ? value * 1000 : value) : undefined;
}

/** An end in epoch milliseconds; null: none, or an impossible one. */
function endOf(at: number | undefined, now: number): number | null {
	return at !== undefined && Number.isFinite(at) && at > 0 && at <= now + MAX_DURATION
		? Math.floor(at)
		: null;
}
