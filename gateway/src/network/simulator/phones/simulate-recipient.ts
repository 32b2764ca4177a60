import type { MessageFailure } from '../../../domain/messages/message.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import type { IncomingMessage, NetworkEvent } from '../../network-event.ts';
import type { OutgoingMessage, AwaitedMessage } from '../../network-message.ts';
import type { ManualPhone } from './manual-phone.ts';
import type { SimulatorLatency } from '../latency.ts';
import { retryUntilClosed } from '../retry-until-closed.ts';
import { behaviorOf } from './behavior.ts';

const BLOCKED: MessageFailure = {
	code: 'recipient_blocked',
	message: 'The recipient has blocked this number.',
};

/** One reaction of the recipient, `delay` milliseconds after the one before. */
interface Reaction {
	delay: number;
	/** Null: this reaction and all after it are left out. */
	events: (at: number) => NetworkEvent[] | null;
}

export interface RecipientContext {
	latency: SimulatorLatency;
	/** Calls back with the time after a delay in milliseconds; never when the connection ends first. */
	wait: (delay: number, fire: (at: number) => unknown) => void;
	/** Calls `then` when the events are reported. */
	report: (events: NetworkEvent[], then: () => void) => Promise<void>;
	/** The recipient's phone as it is now; undefined when it is not controlled by hand. */
	manualPhone: () => ManualPhone | undefined;
	/** Whether the recipient has blocked the instance. */
	hasBlocked: (phone: ManualPhone) => boolean;
}

/**
 * Simulates the recipient of a message from the message's present status on: it receives, reads, echoes or refuses,
 * by its behavior or by the settings of its manual phone. Each reaction is reported before the next begins.
 */
export function simulateRecipient(message: AwaitedMessage, context: RecipientContext): void {
	const reactions =
		context.manualPhone() === undefined
			? automaticReactions(message, context)
			: manualReactions(message, context);
	const next = (): void => {
		const reaction = reactions.shift();
		if (reaction === undefined) return;
		context.wait(reaction.delay, (at) => {
			const events = reaction.events(at);
			if (events === null) return undefined;
			// Once the connection is closed, the next one simulates the message from its stored status on.
			return retryUntilClosed(context, () => context.report(events, next));
		});
	};
	next();
}

function automaticReactions(message: AwaitedMessage, { latency }: RecipientContext): Reaction[] {
	const { id: messageId } = message;
	const behavior = behaviorOf(message.to);
	const deliver: Reaction = {
		delay: latency.delivered,
		events: (at) => [{ kind: 'receipt', messageId, status: 'delivered', at }],
	};
	const read: Reaction = {
		delay: latency.read,
		events: (at) => [
			{ kind: 'receipt', messageId, status: 'read', at },
			...(behavior === 'echoes' ? [{ kind: 'message' as const, message: echoOf(message, at) }] : []),
		],
	};
	if (behavior === 'blocks') return [refuse(message, latency)];
	const afterDelivery = behavior === 'never_reads' ? [] : [read];
	return message.status === 'delivered' ? afterDelivery : [deliver, ...afterDelivery];
}

/**
 * Leaves out reactions that the phone's present settings exclude: a change of the settings simulates the message again.
 */
function manualReactions(
	message: AwaitedMessage,
	{ latency, manualPhone, hasBlocked }: RecipientContext,
): Reaction[] {
	const phone = manualPhone();
	if (message.status === 'sent' && phone !== undefined && hasBlocked(phone))
		return [refuse(message, latency)];
	const { id: messageId } = message;
	const deliver: Reaction = {
		delay: latency.delivered,
		events: (at) =>
			manualPhone()?.online === true ? [{ kind: 'receipt', messageId, status: 'delivered', at }] : null,
	};
	const read: Reaction = {
		delay: latency.read,
		events(at) {
			const current = manualPhone();
			const reads = current?.online === true && current.reads === 'automatically';
			return reads ? [{ kind: 'receipt', messageId, status: 'read', at }] : null;
		},
	};
	return message.status === 'delivered' ? [read] : [deliver, read];
}

function refuse({ id: messageId }: OutgoingMessage, latency: SimulatorLatency): Reaction {
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
