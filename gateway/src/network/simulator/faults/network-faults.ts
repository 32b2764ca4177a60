import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { NetworkEvent } from '../../network-event.ts';
import type { OutgoingMessage } from '../../network-message.ts';
import type { SimulatorLatency } from '../latency.ts';
import type { Phone } from '../phones/phone.ts';
import type { FaultPoint, FaultQueue } from './fault-queue.ts';
import type { Fault } from './fault.ts';
import { holdMessage, releaseLater } from './held-messages.ts';
import { reportLater } from './report-later.ts';

export interface NetworkFaultsDeps {
	clock: Clock;
	queue: FaultQueue;
	latency: SimulatorLatency;
	/** Lets the connection of an instance drop, and come back after a time (milliseconds). */
	drop: (instanceId: InstanceId, away: number) => Promise<unknown>;
}

/** Applies the pending faults to messages and receipts between the network and an instance. */
export interface NetworkFaults {
	/** Returns the fault for the next message that the instance sends. */
	nextSend(phone: Phone, message: Pick<OutgoingMessage, 'chatId' | 'template'>): Fault | null;
	/** Keeps a fault for the next message, because this one has not reached the network. */
	postpone(phone: Phone, fault: Fault | null): void;
	/** Whether the next message in a chat that is no template finds the 24-hour window closed by a fault. */
	willCloseWindow(phone: Phone, chatId: string): boolean;
	/**
	 * Called when the network has accepted a message. Returns whether it is new there; throws where the connection drops
	 * before the gateway knows.
	 */
	accept(phone: Phone, message: OutgoingMessage, fault: Fault | null): boolean;
	/** Whether the network sends receipts for a message. */
	givesReceipts(message: Pick<OutgoingMessage, 'id'>): boolean;
	/**
	 * Reports events to the instance, as the next fault alters them. Calls `then` when they are reported, or will never
	 * be; resolves without waiting for delayed ones.
	 */
	report(phone: Phone, point: FaultPoint, events: NetworkEvent[], then?: () => void): Promise<void>;
}

export function createNetworkFaults({ clock, queue, latency, drop }: NetworkFaultsDeps): NetworkFaults {
	const disconnect = ({ instanceId }: Phone, { delay }: Fault): void => {
		drop(instanceId, delay).catch(() => undefined);
	};

	/**
	 * Stores a held message, so that it survives the connection. A receipt that is lost with its connection follows
	 * from the stored status.
	 */
	async function holdBack(
		phone: Phone,
		events: readonly NetworkEvent[],
		delay: number,
		then: () => void,
	): Promise<void> {
		const [event] = events;
		if (event?.kind === 'message') {
			const held = { at: clock.now() + delay, event };
			await holdMessage(phone.context.session, held);
			releaseLater(phone, held, delay, then);
			return;
		}
		reportLater(phone, events, delay, then);
	}

	return {
		nextSend: ({ instanceId }, { chatId, template }) =>
			queue.take(instanceId, { on: 'sends', chatId, isTemplate: template !== null }),
		postpone({ instanceId }, fault) {
			if (fault !== null) queue.putBack(instanceId, fault);
		},
		willCloseWindow({ instanceId }, chatId) {
			const faults = queue.pendingFor(instanceId, { on: 'sends', chatId });
			// A message that is refused for now is sent again, and meets the fault after that.
			return faults.find(({ kind }) => kind !== 'refuse')?.kind === 'window';
		},
		accept(phone, { id }, fault) {
			const isNew = !queue.unacknowledged.has(id);
			queue.unacknowledged.delete(id);
			if (fault?.kind === 'silent') queue.silent.add(id);
			if (fault?.kind !== 'disconnect') return isNew;
			queue.unacknowledged.add(id);
			disconnect(phone, fault);
			return isNew;
		},
		givesReceipts: ({ id }) => !queue.silent.has(id),
		async report(phone, point, events, then = () => undefined) {
			const { context } = phone;
			const fault = queue.take(phone.instanceId, point);
			const later = (delay: number): Promise<void> => holdBack(phone, events, delay, then);
			switch (fault?.kind) {
				case 'silent':
					then();
					return;
				case 'delay':
					await later(fault.delay);
					return;
				case 'disconnect':
					// The network reports it again when the instance is connected.
					disconnect(phone, fault);
					await later(Math.max(latency.sent, fault.delay) + 1);
					return;
				case 'duplicate':
					await context.report(events);
					await context.report(events);
					break;
				case 'refuse':
				case 'fail':
				case 'window':
				case undefined:
					await context.report(events);
			}
			then();
		},
	};
}
