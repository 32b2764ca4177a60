import { batch } from './batch.ts';

/** Finds a row by its id or by the hash of a secret; undefined: there is no such row. */
export type Find<Row> = (key: string) => Promise<Row | undefined>;

/**
 * Shares lookups: callers that ask for the same key while a lookup runs share the next one. No caller gets a result
 * that was read before its call, so a revoked key or session is refused at once.
 */
export function coalesce<Row>(find: Find<Row>): Find<Row> {
	return batch<string, Row | undefined>({
		work: async (keys) => {
			const lookups = [...new Set(keys)].map(async (key) => [key, await find(key)] as const);
			const rows = new Map(await Promise.all(lookups));
			return keys.map((key) => rows.get(key));
		},
		sizeOf: (key) => key.length,
		canSplit: () => false,
	});
}
