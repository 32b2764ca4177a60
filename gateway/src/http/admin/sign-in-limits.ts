import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { GatewayError } from '../../domain/error.ts';
import { createLimiter } from '../server/rate-limiters.ts';

/** Seconds of the window in which wrong passwords are counted. */
const WINDOW = 15 * 60;
/** Wrong passwords in a window: from one address, and from all addresses together. */
const FROM_ONE_ADDRESS = 10;
const IN_ALL = 100;
/** Bits of an IPv6 address that name its network. */
const IPV6_NETWORK = 64;

/** Limits guesses at the owner's password. */
export interface SignInLimits {
	/**
	 * Counts an attempt before `guess` runs, so that concurrent attempts are counted too; clears the count of the
	 * address when `guess` succeeds. Throws rate_limit_exceeded.
	 */
	attempt<T>(address: string, guess: () => Promise<T>): Promise<T>;
}

/** Counts in memory, or in PostgreSQL for all gateways on one database. These limits cannot be turned off. */
export function createSignInLimits(shared: pg.Pool | null): SignInLimits {
	const limiter = (keyPrefix: string, points: number) =>
		createLimiter({ keyPrefix, points, duration: WINDOW }, shared);
	const byAddress = limiter('sign-in', FROM_ONE_ADDRESS);
	const overall = limiter('sign-ins', IN_ALL);

	return {
		async attempt(address, guess) {
			await consume(byAddress, networkOf(address));
			await consume(overall, EVERYBODY);
			const result = await guess();
			await byAddress.delete(networkOf(address));
			await overall.reward(EVERYBODY);
			return result;
		},
	};
}

const EVERYBODY = 'all';

async function consume(limits: RateLimiterAbstract, key: string): Promise<void> {
	try {
		await limits.consume(key);
	} catch (refused) {
		if (!(refused instanceof RateLimiterRes)) throw refused;
		const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
		throw new GatewayError(
			'rate_limit_exceeded',
			`Too many wrong passwords. Try again in ${retryAfter} seconds.`,
			{ retryAfter },
		);
	}
}

/** An IPv6 client can use any address of its network, so the network is counted. */
function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (parsed.kind() === 'ipv4') return parsed.toString();
	return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK}`).toString();
}
