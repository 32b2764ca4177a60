/** Finds a row by the hash of a secret; undefined: there is none. */
export type FindByHash<Row> = (hash: string) => Promise<Row | undefined>;

/**
 * Looks up so that requests with the same secret that come in during one turn of the event loop share one look. No
 * answer is kept any longer: what is revoked ends at once.
 */
export function sharedLook<Row>(find: FindByHash<Row>): FindByHash<Row> {
	const underWay = new Map<string, Promise<Row | undefined>>();
	return (hash) => {
		const begun = underWay.get(hash);
		if (begun !== undefined) return begun;
		const look = find(hash);
		underWay.set(hash, look);
		setImmediate(() => underWay.delete(hash));
		return look;
	};
}
