import { REFUSALS, type Refusal } from '../gateway/gateway-api.ts';
import type { ExportedMessage } from './exported-message.ts';
import { isEcho, isFailed, WITHIN, type StepContext, type TimedStep } from './message-steps-of.ts';

/**
 * Returns the steps that let the network refuse again what it refused: a fault, which must be there before the workflow
 * sends, and the failure, if answers are expected. What the gateway itself gave up, such as a message that expired, has
 * none.
 */
export function stepsOfFailedSends(
	messages: readonly ExportedMessage[],
	{ people, expectsAnswers }: Pick<StepContext, 'people' | 'expectsAnswers'>,
): TimedStep[] {
	const steps: TimedStep[] = [];
	/** When nothing has been sent yet that is not to fail: before the latest message, or after the latest answer. */
	let ready = Date.parse(messages[0]?.timestamp ?? '');
	for (const message of messages) {
		const at = Date.parse(message.timestamp);
		if (message.direction === 'inbound') ready = at;
		else if (!isFailed(message)) ready = isEcho(message) ? ready : at + 1;
		const error = refusalOf(message);
		if (error === null) continue;
		const failedAt = Date.parse(message.failedAt ?? message.timestamp);
		const seconds = Math.round((failedAt - at) / 1000);
		const fault = {
			kind: 'fail',
			on: null,
			next: 1,
			seconds: seconds === 0 ? null : seconds,
			error,
		} as const;
		const chat = { phone: people.nameOf(undefined), group: people.group };
		steps.push({ at: ready, step: { step: 'fault', ...fault, ...chat } });
		if (!expectsAnswers) continue;
		const within = WITHIN + seconds * 1000;
		const where = { 'error.code': error };
		steps.push({ at: failedAt, step: { step: 'event', kind: 'message.failed', where, within } });
	}
	return steps;
}

/** Why the network refused a message for good; null: it did not. */
function refusalOf(message: ExportedMessage): Refusal | null {
	if (message.direction === 'inbound' || !isFailed(message)) return null;
	return REFUSALS.find((code) => code === message.error?.code) ?? null;
}
