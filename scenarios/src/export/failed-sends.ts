import { REFUSALS, type Refusal } from '../gateway/gateway-api.ts';
import type { ExportedMessage } from './exported-message.ts';
import {
	isEcho,
	isFailed,
	sentTime,
	unsentStep,
	WITHIN,
	type StepContext,
	type TimedStep,
} from './message-steps-of.ts';
import { LONGEST_PAUSE } from './pauses.ts';

/** A message that failed for good. */
interface FailedSend {
	message: ExportedMessage;
	error: Refusal;
	/** When its fault can be there at the earliest (epoch milliseconds). */
	ready: number;
}

type Context = Pick<StepContext, 'people' | 'expectsAnswers'>;

/**
 * Milliseconds before the time of a scheduled message at which its fault is added, because a replay is not exact to the
 * second.
 */
const AHEAD = 5000;

/** The longest time (seconds) after which a fault lets a message fail: a week. */
const LONGEST_DELAY = 7 * 86_400;

/**
 * Returns the steps that let messages fail again that failed: a fault, which must be there before the workflow sends,
 * and the failure, if answers are expected. Where the gateway failed a message itself, such as an expired one, the
 * network refuses it in the replay. A message for later that was cancelled is cancelled again.
 */
export function stepsOfFailedSends(messages: readonly ExportedMessage[], context: Context): TimedStep[] {
	const steps: TimedStep[] = [];
	/** When nothing has been sent yet that is not to fail: before the latest message, or after the latest answer. */
	let ready = Date.parse(messages[0]?.timestamp ?? '');
	for (const message of messages) {
		const at = Date.parse(message.timestamp);
		const error = refusalOf(message);
		if (message.direction === 'inbound') ready = at;
		else if (error === null && !isForLater(message)) ready = isEcho(message) ? ready : at + 1;
		if (error !== null) steps.push(...stepsOfFailure({ message, error, ready }, context));
	}
	return steps;
}

/** Why a message failed for good; null: it did not. */
function refusalOf(message: ExportedMessage): Refusal | null {
	if (message.direction === 'inbound' || !isFailed(message)) return null;
	return REFUSALS.find((code) => code === message.error?.code) ?? null;
}

function isForLater({ sendAt }: ExportedMessage): boolean {
	return sendAt !== undefined;
}

function stepsOfFailure(
	{ message, error, ready }: FailedSend,
	{ people, expectsAnswers }: Context,
): TimedStep[] {
	const chat = { phone: people.nameOf(undefined), group: people.group };
	const failedAt = Date.parse(message.failedAt ?? message.timestamp);
	const unsent = unsentStep(Date.parse(message.timestamp), people);
	if (isForLater(message) && error === 'cancelled') {
		return [unsent, { at: failedAt, step: { step: 'cancel', ...chat, within: WITHIN } }];
	}
	const seconds = Math.max(0, Math.round((failedAt - sentTime(message)) / 1000));
	const fault: TimedStep = {
		at: isForLater(message) ? Math.max(ready, sentTime(message) - AHEAD) : ready,
		step: {
			step: 'fault',
			kind: 'fail',
			on: null,
			next: 1,
			seconds: seconds === 0 ? null : Math.min(seconds, LONGEST_DELAY),
			error,
			...chat,
		},
	};
	if (!expectsAnswers) return [fault];
	// A longer time is skipped before the event is awaited.
	const isLong = failedAt - Date.parse(message.timestamp) > LONGEST_PAUSE;
	const within = WITHIN + (isLong ? 0 : seconds * 1000);
	const failure: TimedStep = {
		at: failedAt,
		step: { step: 'event', kind: 'message.failed', where: { 'error.code': error }, within },
	};
	return isLong ? [fault, unsent, failure] : [fault, failure];
}
