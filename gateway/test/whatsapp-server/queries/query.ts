import type { Companion } from '../companion.ts';
import type { Connection } from '../connection.ts';
import type { Stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';

/** What a client asks. */
export interface Query {
	world: World;
	connection: Connection;
	iq: Stanza;
	/** What the question is about: its first child. */
	first: Stanza | undefined;
}

/** Gives what the answer contains; throws a Refusal. */
export type Answer = (query: Query) => Stanza[];

/** Why a client is not answered. */
export class Refusal extends Error {
	readonly code: number;

	constructor(code: number, text: string) {
		super(text);
		this.name = 'Refusal';
		this.code = code;
	}
}

/** Who asks. Throws a Refusal where the client is not linked. */
export function asker({ connection }: Query): Companion {
	if (connection.companion === null) throw new Refusal(401, 'not-authorized');
	return connection.companion;
}
