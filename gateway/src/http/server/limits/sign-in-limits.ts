import type pg from 'pg';
import { GatewayError, type ErrorCode } from '../../../domain/error.ts';
import type { UserId } from '../../../domain/ids.ts';
import { networkOf } from '../../../lib/guarded-http/address.ts';
import { isKnownNetwork } from '../../../store/access/known-networks.ts';
import type { Db } from '../../../store/schema.ts';
import { createWindowCounter, type WindowCounter } from './window-counter.ts';

/** Seconds for which failures of a network are counted. */
const MEMORY = 3600;
/** Failures without a wait; after each further one the wait doubles, from a second on. */
const FREE_FAILURES = 5;
/** Longest wait in seconds: of a network nobody has signed in from, and of one that somebody has. */
const LONGEST_WAIT = { unknown: 15 * 60, known: 30 };
/** Maximum passwords of strangers in verification or waiting for it: each takes 64 MiB and a part of a second. */
const STRANGERS = 4;
const STRANGERS_WAIT = 2;

/** Codes of a second factor that may be wrong in a window, in seconds. */
const CODES = { points: 10, duration: 15 * 60 };

/** Errors that are not wrong guesses: the password was right, or there is none. */
const NO_GUESSES: readonly ErrorCode[] = ['second_factor_required', 'owner_not_set', 'password_too_weak'];

/** Limits guesses at passwords, passkeys and codes. */
export interface SignInLimits {
	/**
	 * Runs a guess from an address. It is counted before it runs, so that concurrent ones are counted too, and not
	 * any more when it succeeds. Throws rate_limit_exceeded.
	 */
	attempt<T>(address: string, guess: () => Promise<T>): Promise<T>;
	/** Runs a guess at a code of a person whose password was right. Throws rate_limit_exceeded. */
	attemptCode<T>(address: string, userId: UserId, guess: () => Promise<T>): Promise<T>;
}

/**
 * Counts in memory, or in PostgreSQL for all gateways on one database. A guesser delays only its own network: failures
 * are counted by network, and networks that people sign in from do not wait behind strangers. These limits cannot be
 * turned off. (OWASP ASVS 5, 6.3.1.)
 */
export function createSignInLimits(shared: pg.Pool | null, read: Db): SignInLimits {
	const failures = createWindowCounter({ name: 'sign-in-failures', duration: MEMORY }, shared);
	const waits = createWindowCounter({ name: 'sign-in-waits', duration: MEMORY }, shared);
	const codes = createWindowCounter({ name: 'sign-in-codes', duration: CODES.duration }, shared);
	let strangers = 0;

	return {
		async attempt(address, guess) {
			const network = networkOf(address);
			const known = await isKnownNetwork(read, network);
			if (!known && strangers >= STRANGERS) throw tooMany(STRANGERS_WAIT);
			strangers += known ? 0 : 1;
			try {
				await countFailure(network, known);
				return await uncounted(failures, network, guess);
			} finally {
				strangers -= known ? 0 : 1;
			}
		},
		async attemptCode(address, userId, guess) {
			const network = networkOf(address);
			// Strangers together have the guesses of one, so that many addresses do not help.
			const key = (await isKnownNetwork(read, network)) ? `${userId} ${network}` : userId;
			const { consumed, resetIn } = await codes.add(key, 1);
			if (consumed > CODES.points) throw tooMany(secondsOf(resetIn));
			return uncounted(codes, key, guess);
		},
	};

	async function countFailure(network: string, known: boolean): Promise<void> {
		const failed = (await failures.add(network, 1)).consumed;
		if (failed <= FREE_FAILURES) return;
		const longest = known ? LONGEST_WAIT.known : LONGEST_WAIT.unknown;
		const wait = Math.min(longest, 2 ** Math.min(20, failed - FREE_FAILURES - 1));
		const { consumed, resetIn } = await waits.add(network, 1, wait);
		if (consumed === 1) return;
		await failures.add(network, -1);
		throw tooMany(secondsOf(resetIn));
	}
}

/** Runs a guess, and takes back its count when it succeeds. */
async function uncounted<T>(counter: WindowCounter, key: string, guess: () => Promise<T>): Promise<T> {
	try {
		const result = await guess();
		await counter.add(key, -1);
		return result;
	} catch (error) {
		if (error instanceof GatewayError && NO_GUESSES.includes(error.code)) await counter.add(key, -1);
		throw error;
	}
}

function secondsOf(milliseconds: number): number {
	return Math.max(1, Math.ceil(milliseconds / 1000));
}

function tooMany(retryAfter: number): GatewayError {
	return new GatewayError('rate_limit_exceeded', `Too many attempts. Try again in ${retryAfter} seconds.`, {
		retryAfter,
	});
}
