import type { MessageFailure } from '../../../domain/message.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import type { IncomingMessage, NetworkEvent, OutgoingMessage, AwaitedMessage } from '../../driver.ts';
import type { ManualPhone } from './manual-phone.ts';
import type { SimulatorLatency } from '../latency.ts';
import { behaviorOf } from './behavior.ts';

const BLOCKED: MessageFailure = {
	code: 'recipient_blocked',
	message: 'The recipient has blocked this number.',
};

/** One thing the recipient does, `delay` milliseconds after the one before. */
interface Step {
	delay: number;
	/** Null: it does not happen, and nothing after it. */
	events: (at: number) => NetworkEvent[] | null;
}

/** What a recipient plays its part with. */
export interface RecipientContext {
	latency: SimulatorLatency;
	/** Calls back after a delay with the time, or never, when the connection ends first. */
	wait: (delay: number, fire: (at: number) => void) => void;
	report: (events: NetworkEvent[]) => Promise<void>;
	/** The recipient's phone as it is now, where somebody holds it and it does not follow a habit. */
	held: () => ManualPhone | undefined;
	/** Whether the recipient has blocked the instance. */
	hasBlocked: (phone: ManualPhone) => boolean;
}

/**
 * Lets the recipient of a message behave, by its habit or as its holder wants, from the message's present status
 * on: receive, read, answer, or refuse. Each step is reported before the next begins.
 */
export function simulateRecipient(message: AwaitedMessage, stage: RecipientContext): void {
	const steps = stage.held() === undefined ? stepsOfHabit(message, stage) : stepsOfHeld(message, stage);
	const next = (): void => {
		const step = steps.shift();
		if (step === undefined) return;
		stage.wait(step.delay, (at) => {
			const events = step.events(at);
			// What could not be recorded is told again when the connection is next opened.
			if (events !== null) stage.report(events).then(next, () => undefined);
		});
	};
	next();
}

function stepsOfHabit(message: AwaitedMessage, { latency }: RecipientContext): Step[] {
	const { id: messageId } = message;
	const habit = behaviorOf(message.to);
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
	if (habit === 'blocks') return [refuse(message, latency)];
	const rest = habit === 'never_reads' ? [] : [read];
	return message.status === 'delivered' ? rest : [deliver, ...rest];
}

/** A phone that is not there, or was put away, when its turn comes plays this part anew when it is back. */
function stepsOfHeld(message: AwaitedMessage, { latency, held, hasBlocked }: RecipientContext): Step[] {
	const phone = held();
	if (message.status === 'sent' && phone !== undefined && hasBlocked(phone))
		return [refuse(message, latency)];
	const { id: messageId } = message;
	const deliver: Step = {
		delay: latency.delivered,
		events: (at) =>
			held()?.online === true ? [{ kind: 'receipt', messageId, status: 'delivered', at }] : null,
	};
	const read: Step = {
		delay: latency.read,
		events(at) {
			const now = held();
			const reads = now?.online === true && now.reads === 'automatically';
			return reads ? [{ kind: 'receipt', messageId, status: 'read', at }] : null;
		},
	};
	return message.status === 'delivered' ? [read] : [deliver, read];
}

function refuse({ id: messageId }: OutgoingMessage, latency: SimulatorLatency): Step {
	return {
		delay: latency.delivered,
		events: (at) => [{ kind: 'failure', messageId, failure: BLOCKED, at }],
	};
}

function echoOf(message: OutgoingMessage, at: number): IncomingMessage {
	const { chatId } = message;
	return {
		networkId: `echo:${message.id}`,
		source: { chat: chatId, sender: chatId },
		chatId,
		senderId: chatId,
		from: phoneOfChat(chatId),
		contactName: null,
		type: 'text',
		content: message.content,
		media: null,
		at,
	};
}
