import type { Companion } from '../companion.ts';
import type { Connection } from '../connection.ts';
import type { Stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';

/** A query of a client. */
export interface Query {
	world: World;
	connection: Connection;
	iq: Stanza;
	/** Its first child. */
	first: Stanza | undefined;
}

/** Returns the content of the answer; throws a QueryError. */
export type Answer = (query: Query) => Stanza[];

/** The error a query is answered with. */
export class QueryError extends Error {
	readonly code: number;

	constructor(code: number, text: string) {
		super(text);
		this.name = 'QueryError';
		this.code = code;
	}
}

/** Returns the device that sent a query. Throws a QueryError when it is not linked. */
export function requireCompanion({ connection }: Query): Companion {
	if (connection.companion === null) throw new QueryError(401, 'not-authorized');
	return connection.companion;
}
