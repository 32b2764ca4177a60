import type { Clock } from '../domain/clock.ts';

/**
 * Asks for something that takes long once in a while, for all who want to know it meanwhile. What failed is asked
 * for again.
 */
export function memoizeFor<Key, Result>(
	clock: Clock,
	milliseconds: number,
	ask: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
	const answers = new Map<Key, { at: number; answer: Promise<Result> }>();
	return (key) => {
		const now = clock.now();
		const known = answers.get(key);
		if (known !== undefined && now - known.at < milliseconds) return known.answer;
		for (const [old, { at }] of answers) if (now - at >= milliseconds) answers.delete(old);
		const answer = ask(key);
		answers.set(key, { at: now, answer });
		answer.catch(() => answers.delete(key));
		return answer;
	};
}
