import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { GatewayError } from '../../domain/error.ts';
import { networkOf } from '../../lib/guarded-http/address.ts';

/** Failures of clients of one network that are allowed in a window of `duration` seconds. */
interface Limit {
	points: number;
	duration: number;
}

/** Limits the failed requests of the clients of one network. Clients without failures are never limited. */
export interface FailureLimit {
	/** Throws rate_limit_exceeded where the client has failed too often. */
	check(address: string): Promise<void>;
	/** Counts a failure. */
	failed(address: string): Promise<void>;
}

/** Creates a limit that this gateway counts on its own. `what` says what the client sent, as the error names it. */
export function createFailureLimit({ points, duration }: Limit, what: string): FailureLimit {
	const limiter = new RateLimiterMemory({ points, duration });
	return {
		async check(address) {
			const state = await limiter.get(networkOf(address));
			if (state === null || state.consumedPoints < points) return;
			const retryAfter = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
			const message = `Too many ${what} from your address. Try again in ${retryAfter} seconds.`;
			throw new GatewayError('rate_limit_exceeded', message, { retryAfter });
		},
		async failed(address) {
			await limiter.consume(networkOf(address)).catch((refused: unknown) => {
				if (!(refused instanceof RateLimiterRes)) throw refused;
			});
		},
	};
}
