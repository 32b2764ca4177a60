import type { MessageFailure } from '../../domain/message.ts';
import type { IncomingMessage, NetworkEvent, OutgoingMessage, UnsettledMessage } from '../driver.ts';
import type { SimulatorLatency } from './latency.ts';
import { habitOf } from './phones.ts';

const BLOCKED: MessageFailure = {
	code: 'recipient_blocked',
	message: 'The recipient has blocked this number.',
};

/** One thing the recipient does, `delay` milliseconds after the one before. */
interface Step {
	delay: number;
	events: (at: number) => NetworkEvent[];
}

/**
 * Lets the recipient of a message behave by its habit from the message's present status on: receive, read,
 * answer, or refuse. Each step is reported before the next begins. `wait` calls back after a delay with the time,
 * or never, when the connection ends first.
 */
export function playRecipient(
	message: UnsettledMessage,
	latency: SimulatorLatency,
	wait: (delay: number, fire: (at: number) => void) => void,
	report: (events: NetworkEvent[]) => Promise<void>,
): void {
	const steps = stepsOf(message, latency);
	const next = (): void => {
		const step = steps.shift();
		if (step === undefined) return;
		wait(step.delay, (at) => {
			// What could not be recorded is told again when the connection is next opened.
			report(step.events(at)).then(next, () => undefined);
		});
	};
	next();
}

function stepsOf(message: UnsettledMessage, latency: SimulatorLatency): Step[] {
	const { id: messageId } = message;
	const habit = habitOf(message.to);
	const deliver: Step = {
		delay: latency.delivered,
		events: (at) => [{ kind: 'receipt', messageId, status: 'delivered', at }],
	};
	const read: Step = {
		delay: latency.read,
		events: (at) => [
			{ kind: 'receipt', messageId, status: 'read', at },
			...(habit === 'echoes' ? [{ kind: 'message' as const, message: echoOf(message, at) }] : []),
		],
	};
	if (habit === 'blocks') {
		return [
			{
				delay: latency.delivered,
				events: (at) => [{ kind: 'failure', messageId, failure: BLOCKED, at }],
			},
		];
	}
	const rest = habit === 'never_reads' ? [] : [read];
	return message.status === 'delivered' ? rest : [deliver, ...rest];
}

function echoOf(message: OutgoingMessage, at: number): IncomingMessage {
	return {
		networkId: `echo:${message.id}`,
		chatId: message.chatId,
		from: message.to,
		contactName: null,
		type: 'text',
		content: message.content,
		media: null,
		at,
	};
}
