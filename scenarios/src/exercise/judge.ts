import { referenceOf, repeats } from './attribution.ts';
import type { ExpectedAnswers, Failure } from './exercise.ts';
import { dueAnswers, needsAnswer } from './expected-answers.ts';
import { arrivedReplies, type Observation, type Reply, type Written } from './observation.ts';

/** A failure in a situation, with its evidence. */
export interface Finding {
	failure: Failure;
	/** A sentence. */
	detail: string;
}

/** The verdict on the workflow in a situation. */
export interface Verdict {
	observation: Observation;
	/** At most one of each kind; none: the workflow did everything right. */
	findings: readonly Finding[];
	/** The number of required answers, and of those that arrived. */
	due: number;
	answered: number;
	/** Milliseconds from the last message to its answer, one for each answer that was due and came. */
	latencies: readonly number[];
}

/** Judges the answers of a workflow in a situation. */
export function judge(observation: Observation, answers: ExpectedAnswers): Verdict {
	const { written, taken, replies: all } = observation;
	const { grace } = answers;
	const findings: Finding[] = [];
	const find = (failure: Failure, wrong: readonly Reply[], why: string): void => {
		const [first] = wrong;
		if (first !== undefined) findings.push({ failure, detail: `${quoted(first.text)} ${why}` });
	};

	const whileTaken = all.filter(({ at }) => taken !== null && at > taken.from + grace && at < taken.to);
	find('while_taken', whileTaken, 'was sent while a person owned the chat.');
	const arrived = arrivedReplies(observation);
	const lost = all.filter((reply) => !arrived.includes(reply));
	if (!isMadeUpFor(observation)) find('not_delivered', lost, 'was not taken by the network.');
	const replies = arrived.filter((reply) => !whileTaken.includes(reply));

	const due = dueAnswers({ ...observation, replies }, answers);
	const { most } = due;
	const required = observation.handedOver ? [] : due.required;
	const toDeleted = replies.filter((reply) => isToDeleted(reply, written, answers));
	find('to_deleted', toDeleted, `came later than ${grace} ms after the message was deleted.`);
	const outdated = replies.filter((reply) => written.some((message) => hasOldText(reply, message, grace)));
	find('old_text', outdated, 'repeats a text that had been edited.');
	const wrongTexts = replies.filter((reply) => !isAllowed(reply, answers));
	find('not_allowed', wrongTexts, 'matches none of the allowed texts.');
	if (isOutOfOrder(replies, written)) {
		findings.push({ failure: 'out_of_order', detail: 'Answers came in another order than the questions.' });
	}

	const valid = replies.filter((reply) => !toDeleted.includes(reply));
	const latencies = latenciesOf(required, valid, written);
	const late = latencies.filter((latency) => latency > answers.within);
	const missing = required.length - latencies.length;
	if (missing > 0) {
		const only =
			required.length === 1 ? 'No answer came.' : `${missing} of ${required.length} answers did not come.`;
		findings.push({ failure: 'unanswered', detail: only });
	}
	if (late.length > 0) {
		findings.push({
			failure: 'late',
			detail: `The answer took ${Math.max(...late)} ms, not ${answers.within} ms.`,
		});
	}
	if (most === 0) find('uninvited', valid, 'answers what needs no answer.');
	else if (valid.length > most) {
		findings.push({ failure: 'twice', detail: `${valid.length} answers came instead of ${most}.` });
	}
	return { observation, findings, due: required.length, answered: latencies.length, latencies };
}

/**
 * Whether the workflow handled an answer that the network refused: it cannot know that the 24-hour window is closed,
 * but it can send a template, or hand the chat to a person.
 */
function isMadeUpFor(observation: Observation): boolean {
	const { situation, handedOver } = observation;
	return situation.trouble === 'window' && (handedOver || arrivedReplies(observation).length > 0);
}

/** Whether a reply is to a message that had been deleted, and not to another one. */
function isToDeleted(reply: Reply, written: readonly Written[], answers: ExpectedAnswers): boolean {
	const isGone = ({ deletedAt }: Written): boolean =>
		deletedAt !== null && reply.at > deletedAt + answers.grace;
	const reference = referenceOf(reply, written);
	if (reference !== null) return isGone(reference);
	const meant = written.filter((message) => needsAnswer(message, answers));
	return meant.length > 0 && meant.every(isGone);
}

function hasOldText(reply: Reply, { text, edit }: Written, grace: number): boolean {
	return edit !== null && reply.at > edit.at + grace && repeats(reply, text);
}

function isAllowed({ text }: Reply, { allowed }: ExpectedAnswers): boolean {
	return allowed.length === 0 || allowed.some((pattern) => pattern.test(text));
}

function isOutOfOrder(replies: readonly Reply[], written: readonly Written[]): boolean {
	const places = replies
		.map((reply) => referenceOf(reply, written))
		.filter((reference) => reference !== null)
		.map((reference) => written.indexOf(reference));
	return places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0));
}

/** The time to the answer of each group of messages that has one, in milliseconds. */
function latenciesOf(
	required: readonly (readonly Written[])[],
	replies: readonly Reply[],
	written: readonly Written[],
): number[] {
	const left = [...replies];
	return required.flatMap((group) => {
		const ids = new Set(group.map(({ messageId }) => messageId));
		const end = Math.max(...group.map(({ at }) => at));
		// An answer to the first message of a burst is none to the burst.
		const index = left.findIndex((reply) => {
			const reference = referenceOf(reply, written);
			return reply.at >= end && (reference === null || ids.has(reference.messageId));
		});
		const [answer] = index < 0 ? [] : left.splice(index, 1);
		if (answer === undefined) return [];
		const edits = group.flatMap(({ edit }) => (edit === null || edit.at > answer.at ? [] : [edit.at]));
		return [answer.at - Math.max(end, ...edits)];
	});
}

/** Characters of a reply that a sentence quotes at most. */
const MAX_QUOTED = 80;

function quoted(text: string): string {
	return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
