import { batch } from '../store/commit/batch.ts';

/** Finds a row by its id, or by the hash of a secret; undefined: there is none. */
export type Find<Row> = (key: string) => Promise<Row | undefined>;

/**
 * Looks up so that those who ask for the same while a look is under way share the next one. Nobody is given an answer
 * from before the question: what is revoked ends at once.
 */
export function coalesce<Row>(find: Find<Row>): Find<Row> {
	return batch<string, Row | undefined>({
		work: async (keys) => {
			const looks = [...new Set(keys)].map(async (key) => [key, await find(key)] as const);
			const found = new Map(await Promise.all(looks));
			return keys.map((key) => found.get(key));
		},
		sizeOf: (key) => key.length,
		canSplit: () => false,
	});
}
