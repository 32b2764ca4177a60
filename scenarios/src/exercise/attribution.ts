import type { Observation, Reply, Written } from './observation.ts';

/** Minimum length of a text that identifies the message which a reply repeats. */
const TELLING_LENGTH = 6;

/** Returns the message that a reply quotes, or whose text it repeats; null: unknown. */
export function referenceOf(reply: Reply, written: readonly Written[]): Written | null {
	const quoted = written.find(({ messageId }) => messageId === reply.quotes);
	if (quoted !== undefined) return quoted;
	const repeated = written.filter(
		({ text, edit }) => repeats(reply, text) || (edit !== null && repeats(reply, edit.text)),
	);
	return repeated.length === 1 ? (repeated[0] ?? null) : null;
}

/** Whether a reply contains a text. */
export function repeats(reply: Reply, text: string): boolean {
	return text.length >= TELLING_LENGTH && reply.text.includes(text);
}

/**
 * Returns the replies of each of a customer's situations, in the order of the situations. A reply belongs to the
 * situation of the message it refers to, so that a late one is not counted in a later situation; without a reference to
 * the latest situation that had begun.
 */
export function repliesBySituation(
	situations: readonly Pick<Observation, 'startedAt' | 'written'>[],
	replies: readonly Reply[],
): Reply[][] {
	const all = situations.flatMap(({ written }) => written);
	const bySituation: Reply[][] = situations.map(() => []);
	for (const reply of replies) {
		const reference = referenceOf(reply, all);
		const index =
			reference === null
				? situations.findLastIndex(({ startedAt }) => startedAt <= reply.at)
				: situations.findIndex(({ written }) => written.includes(reference));
		bySituation[index]?.push(reply);
	}
	return bySituation;
}
