import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import {
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
	type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { GatewayError } from '../../domain/error.ts';

/** Seconds in which wrong passwords are counted. */
const WINDOW = 15 * 60;
/** Wrong passwords in that time: from one address, and from all together. */
const FROM_ONE_ADDRESS = 10;
const IN_ALL = 100;
/** Bits of an IPv6 address that its holder cannot choose. */
const IPV6_NETWORK = 64;

/** Who guesses the owner's password is stopped soon. */
export interface SignInLimits {
	/** Counts an attempt before it is made, so that many at once are counted too. Throws rate_limit_exceeded. */
	begin(address: string): Promise<void>;
	/** The password was right: the attempt is counted no longer, and the address begins anew. */
	succeeded(address: string): Promise<void>;
}

/** Counts in memory, or for all gateways on a PostgreSQL database together. These limits cannot be set off. */
export function createSignInLimits(shared: pg.Pool | null): SignInLimits {
	const byAddress = limiter('sign-in', FROM_ONE_ADDRESS, shared);
	const overall = limiter('sign-ins', IN_ALL, shared);

	return {
		async begin(address) {
			await consume(byAddress, networkOf(address));
			await consume(overall, EVERYBODY);
		},
		async succeeded(address) {
			await byAddress.delete(networkOf(address));
			await overall.reward(EVERYBODY);
		},
	};
}

const EVERYBODY = 'all';

function limiter(keyPrefix: string, points: number, shared: pg.Pool | null): RateLimiterAbstract {
	const options = { keyPrefix, points, duration: WINDOW };
	const inMemory = new RateLimiterMemory(options);
	if (shared === null) return inMemory;
	return new RateLimiterPostgres({
		...options,
		storeClient: shared,
		storeType: 'pool',
		tableName: 'rate_limits',
		tableCreated: true,
		insuranceLimiter: inMemory,
	});
}

async function consume(limits: RateLimiterAbstract, who: string): Promise<void> {
	try {
		await limits.consume(who);
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

/** Whoever has one IPv6 address has all of its network. */
function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (parsed.kind() === 'ipv4') return parsed.toString();
	return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK}`).toString();
}
