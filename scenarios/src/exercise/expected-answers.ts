import type { ExpectedAnswers } from './exercise.ts';
import type { Observation, Reply, Written } from './observation.ts';

/** The required and the allowed number of answers in a situation. */
export interface Due {
	/** Messages that need one answer together, oldest first. */
	required: readonly (readonly Written[])[];
	/** The most answers that are not too many. */
	most: number;
}

type Seen = Pick<Observation, 'written' | 'taken' | 'replies'>;

/** Returns the answers that the messages of a customer require. */
export function dueAnswers({ written, taken, replies }: Seen, answers: ExpectedAnswers): Due {
	const possible = written.filter((message) => needsAnswer(message, answers) && !isTaken(message.at, taken));
	const isRequired = (message: Written): boolean =>
		message.deletedAt === null &&
		!(taken !== null && taken.from >= message.at && taken.from <= message.at + answers.within);
	const [most, fewest] =
		answers.per === 'message'
			? [possible.length, possible.map((message) => [message])]
			: // Between these two pauses it is unknown whether the burst continued.
				[groupsOf(possible, answers.burst / 2).length, groupsOf(possible, answers.burst * 2)];
	const required = fewest.map((group) => group.filter(isRequired)).filter((group) => group.length > 0);
	return { required, most: most + answeredTwiceRightly(written, replies, answers.grace) };
}

/** Whether a message needs an answer, if nothing happens to it. */
export function needsAnswer({ type, text, edit }: Written, { types, matches }: ExpectedAnswers): boolean {
	if (!types.includes(type)) return false;
	if (type !== 'text' || matches === null) return true;
	return matches.test(text) || (edit !== null && matches.test(edit.text));
}

export function isTaken(at: number, taken: Observation['taken']): boolean {
	return taken !== null && at > taken.from && at < taken.to;
}

/** A message that is answered before its edit may be answered again after it. */
function answeredTwiceRightly(written: readonly Written[], replies: readonly Reply[], grace: number): number {
	return written.filter(({ at, edit }) => {
		if (edit === null) return false;
		const isBefore = (reply: Reply): boolean => reply.at >= at && reply.at < edit.at + grace;
		return (
			replies.some(isBefore) &&
			replies.some((reply) => reply.at > edit.at && reply !== replies.find(isBefore))
		);
	}).length;
}

/** Divides messages where one comes more than `pause` milliseconds after the one before it. */
function groupsOf(messages: readonly Written[], pause: number): Written[][] {
	const groups: Written[][] = [];
	for (const message of messages) {
		const last = groups.at(-1);
		const previous = last?.at(-1);
		if (last === undefined || previous === undefined || message.at - previous.at > pause)
			groups.push([message]);
		else last.push(message);
	}
	return groups;
}
