import type { Socket } from 'node:net';
import pg from 'pg';
import { coalesceWrites } from './coalesce-writes.ts';
import type { CountingClient } from './silent-connections.ts';

/** Most named statements; each takes some kilobytes of the server's memory per connection. */
const NAME_LIMIT = 500;

/**
 * The error of a prepared statement whose result has other columns than when it was prepared; the code and the routine
 * do not depend on the server's language.
 */
const OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' } as const;

/**
 * Prepared statements that a connection executes until the server plans all of them anew; each time twice as many. A plan
 * from when a table was small may read by an index that has many rows of what is looked for, and the server keeps it
 * until the table's statistics are renewed, which takes minutes.
 */
const REPLAN_INTERVAL = { first: 256, longest: 16_384 };

/**
 * Creates a class of connections that send a statement's text once and then its name only, so that the server parses
 * it once. All connections of the class share the names. When a newer gateway has added a column, a statement is
 * prepared again: at once with `autocommit`, where each statement is its own transaction, otherwise in the retry of its
 * transaction.
 */
export function preparingClient({
	autocommit,
}: {
	autocommit: boolean;
}): new (config?: pg.ClientConfig) => pg.Client & CountingClient {
	const names = new Map<string, string>();
	let assigned = 0;

	function nameOf(text: string): string | undefined {
		const known = names.get(text);
		if (known !== undefined || assigned >= NAME_LIMIT) return known;
		assigned += 1;
		const name = `gateway_${assigned}`;
		names.set(text, name);
		return name;
	}

	return class PreparingClient extends pg.Client implements CountingClient {
		/** The names of statements this connection has executed. */
		readonly #executed = new Set<string>();
		#executions = 0;
		#nextReplan = REPLAN_INTERVAL.first;
		#unanswered = 0;
		readonly #send = super.query.bind(this) as (...args: unknown[]) => unknown;

		// The base class has nine overloads; this changes the one that Kysely uses.
		override query = ((text: unknown, values: unknown, ...rest: unknown[]): unknown => {
			coalesceWrites(this.connection.stream);
			return typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0
				? this.#prepared(text, values)
				: this.#query(text, values, ...rest);
		}) as pg.Client['query'];

		readonly unanswered = (): number => this.#unanswered;
		readonly received = (): number => (this.connection.stream as Socket).bytesRead;
		readonly destroy = (): void => void this.connection.stream.destroy();

		#query(...args: unknown[]): unknown {
			const sent = this.#send(...args);
			if (!(sent instanceof Promise)) return sent;
			const onAnswer = (): void => {
				this.#unanswered -= 1;
			};
			this.#unanswered += 1;
			sent.then(onAnswer, onAnswer);
			return sent;
		}

		/** Sends a request for new plans ahead of the next statement. Without an answer, the old plans are good enough. */
		#replan(): void {
			this.#executions += 1;
			if (this.#executions < this.#nextReplan) return;
			this.#nextReplan += Math.min(this.#executions, REPLAN_INTERVAL.longest);
			(this.#query('discard plans') as Promise<unknown>).catch(() => undefined);
		}

		async #prepared(text: string, values: unknown[]): Promise<unknown> {
			const name = nameOf(text);
			if (name === undefined) return this.#query(text, values);
			this.#replan();
			try {
				const result = await this.#query({ name, text, values });
				this.#executed.add(name);
				return result;
			} catch (error) {
				const outdated = isOutdated(error);
				// After a failure of the first execution the driver prepares the statement again by the same name, which
				// the server may know already: the statement needs a new name.
				const maybePrepared = !this.#executed.has(name);
				if ((outdated || maybePrepared) && names.get(text) === name) names.delete(text);
				if (outdated && autocommit) return this.#prepared(text, values);
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
