import pg from 'pg';

/** Statements that get a name at most; each takes some kilobytes of the server's memory a connection. */
const NAMED = 500;

/** How the server says that a statement's result has other columns than when it was prepared, in any language. */
const OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' } as const;

/**
 * A class of connections that let the server parse and plan a statement once, and again name it only. Which text goes
 * by which name is known to all connections of the class. When another gateway, newer than this one, has added a
 * column, a statement is prepared anew: at once where each statement stands `alone`, otherwise when its transaction is
 * repeated.
 */
export function preparingClient({ alone }: { alone: boolean }): typeof pg.Client {
	const names = new Map<string, string>();
	let given = 0;

	function nameOf(text: string): string | undefined {
		const known = names.get(text);
		if (known !== undefined || given >= NAMED) return known;
		given += 1;
		const name = `gateway_${given}`;
		names.set(text, name);
		return name;
	}

	return class PreparingClient extends pg.Client {
		/** Names this connection has carried out a statement by. */
		readonly #carriedOut = new Set<string>();
		readonly #query = super.query.bind(this) as (...args: unknown[]) => unknown;

		// The base class can be called in nine ways, of which this changes one.
		override query = ((text: unknown, values: unknown, ...rest: unknown[]): unknown =>
			typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0
				? this.#prepared(text, values)
				: this.#query(text, values, ...rest)) as pg.Client['query'];

		async #prepared(text: string, values: unknown[]): Promise<unknown> {
			const name = nameOf(text);
			if (name === undefined) return this.#query(text, values);
			try {
				const result = await this.#query({ name, text, values });
				this.#carriedOut.add(name);
				return result;
			} catch (error) {
				const outdated = isOutdated(error);
				// The driver prepares a statement that failed the first time again by the same name, which the server may
				// know already.
				const mayBeKnown = !this.#carriedOut.has(name);
				if ((outdated || mayBeKnown) && names.get(text) === name) names.delete(text);
				if (outdated && alone) return this.#prepared(text, values);
				throw error;
			}
		}
	};
}

/** Whether a statement failed because it was prepared before its tables changed. */
export function isOutdated(error: unknown): boolean {
	return (
		error instanceof pg.DatabaseError && error.code === OUTDATED.code && error.routine === OUTDATED.routine
	);
}
