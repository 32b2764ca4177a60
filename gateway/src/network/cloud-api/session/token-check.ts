import type { Clock } from '../../../domain/clock.ts';
import type { OfficialCredentials } from '../../driver.ts';
import { fetchProfile } from './account.ts';
import type { Graph } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import { classifyError } from '../graph/error-class.ts';

/** Milliseconds for which a result is cached. */
const CACHE_TIME = 5000;

/** The state of an access token; `valid` also if Meta cannot be reached. */
export type TokenState = 'valid' | 'revoked' | 'banned';

/**
 * Returns a function that checks with Meta whether the token is still valid. The check is necessary because Meta also
 * refuses single requests with the error codes of a revoked token. Concurrent calls share one request.
 */
export function createTokenCheck(
	graph: Graph,
	clock: Clock,
	credentials: OfficialCredentials,
): () => Promise<TokenState> {
	let cached: { at: number; state: Promise<TokenState> } | null = null;

	async function check(): Promise<TokenState> {
		try {
			await fetchProfile(graph, credentials);
			return 'valid';
		} catch (error) {
			const errorClass = error instanceof GraphError ? classifyError(error) : 'transient';
			if (errorClass === 'credentials') return 'revoked';
			return errorClass === 'banned' ? 'banned' : 'valid';
		}
	}

	return () => {
		if (cached === null || clock.now() - cached.at > CACHE_TIME) cached = { at: clock.now(), state: check() };
		return cached.state;
	};
}
