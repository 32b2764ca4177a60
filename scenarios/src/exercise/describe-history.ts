import type { HistoryMessage } from '../gateway/history.ts';
import type { PlayedSituation } from './conduct.ts';
import type { ExpectedAnswers } from './exercise.ts';
import type { Observation, Reply, Written } from './observation.ts';
import { isWriting, textOfStep, type Situation } from './situation.ts';

type DescribedSituation = Omit<Observation, 'replies'>;

/**
 * Separates the messages of a customer from those of the workflow and of the person, in a history that begins with the
 * oldest.
 */
export function describeHistory(
	played: readonly PlayedSituation[],
	history: readonly HistoryMessage[],
	answers: ExpectedAnswers,
): { situations: DescribedSituation[]; replies: Reply[] } {
	const echoes: HistoryMessage[] = [];
	const situations = played.map((one, index): DescribedSituation => {
		const next = played[index + 1]?.after ?? null;
		const own = history.filter(
			({ messageId }) =>
				one.outcome !== 'left_out' && messageId > (one.after ?? '') && (next === null || messageId <= next),
		);
		const echo = echoOf(one.situation, own);
		if (echo !== null) echoes.push(echo);
		const inbound = own.filter(({ direction }) => direction === 'inbound');
		return {
			situation: one.situation,
			outcome: one.outcome,
			problem: one.problem,
			startedAt: own[0] === undefined ? Infinity : Date.parse(own[0].timestamp),
			written: writtenIn(one.situation, inbound),
			taken: takenIn(one, echo),
			handedOver: one.handedOver,
		};
	});
	const replies = history
		.filter((message) => message.direction === 'outbound' && !echoes.includes(message))
		.filter(({ content }) => !answers.notices.some((pattern) => pattern.test(content)))
		.map(replyOf);
	return { situations, replies };
}

/** The k-th message of a customer is that of the k-th step that writes one: a chat is in order. */
function writtenIn({ steps }: Situation, inbound: readonly HistoryMessage[]): Written[] {
	const texts = steps.filter(isWriting).map(textOfStep);
	const edit = steps.find(({ step }) => step === 'edit');
	return inbound.map(({ messageId, type, content, timestamp, editedAt, deletedAt }, index) => {
		const text = texts[index] ?? content;
		const isEdited = editedAt !== undefined && edit?.step === 'edit';
		return {
			messageId,
			type,
			text,
			at: Date.parse(timestamp),
			edit: isEdited ? { text: edit.text, at: Date.parse(editedAt) } : null,
			deletedAt: deletedAt === undefined ? null : Date.parse(deletedAt),
		};
	});
}

/** The message that a person wrote on the phone of the account. */
function echoOf({ steps }: Situation, own: readonly HistoryMessage[]): HistoryMessage | null {
	const step = steps.find((candidate) => candidate.step === 'echo');
	if (step?.step !== 'echo') return null;
	return own.find(({ direction, content }) => direction === 'outbound' && content === step.text) ?? null;
}

/** While the person owns the chat; the clocks of the gateway and of this program are compared by the echo. */
function takenIn(
	{ situation, stepEnds }: PlayedSituation,
	echo: HistoryMessage | null,
): Observation['taken'] {
	if (echo === null) return null;
	const from = Date.parse(echo.timestamp);
	const endOf = (kind: string): number | undefined =>
		stepEnds[situation.steps.findIndex(({ step }) => step === kind)];
	const [taken = 0, released = Infinity] = [endOf('echo'), endOf('release')];
	return { from, to: from + released - taken };
}

function replyOf(message: HistoryMessage): Reply {
	const { messageId, type, content, timestamp, quotedMessageId, status, sendAt } = message;
	return {
		messageId,
		type,
		text: content,
		at: Date.parse(timestamp),
		quotes: quotedMessageId ?? null,
		failed: status === 'failed',
		// A scheduled message waits for its time, not for the network.
		queued: status === 'queued' && sendAt === undefined,
	};
}
