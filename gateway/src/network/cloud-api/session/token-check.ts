import type { Clock } from '../../../domain/clock.ts';
import type { OfficialCredentials } from '../../driver.ts';
import { askProfile } from './account.ts';
import type { Graph } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import { classifyError } from '../graph/error-class.ts';

/** Milliseconds a token that was found to be good is not asked for again. */
const BELIEVED = 5000;

/** What Meta says of an access token: `good` also where it cannot be asked at the moment. */
export type TokenState = 'good' | 'revoked' | 'banned';

/**
 * Returns a function that asks Meta whether the token is still good. A single refusal says little: Meta refuses single
 * requests with the codes of a lost token too. Callers at the same time share an answer.
 */
export function createTokenCheck(
	graph: Graph,
	clock: Clock,
	credentials: OfficialCredentials,
): () => Promise<TokenState> {
	let known: { at: number; state: Promise<TokenState> } | null = null;

	async function ask(): Promise<TokenState> {
		try {
			await askProfile(graph, credentials);
			return 'good';
		} catch (error) {
			const verdict = error instanceof GraphError ? classifyError(error) : 'later';
			if (verdict === 'credentials') return 'revoked';
			return verdict === 'banned' ? 'banned' : 'good';
		}
	}

	return () => {
		if (known === null || clock.now() - known.at > BELIEVED) known = { at: clock.now(), state: ask() };
		return known.state;
	};
}
