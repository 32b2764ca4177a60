import { timestamp, type Clock } from '../domain/clock.ts';
import type { GatewayEvent } from '../domain/events/event.ts';
import type { InstanceId } from '../domain/ids.ts';
import { isGroupJid, phoneOfChat } from '../domain/phone.ts';
import type { PhoneEvent } from '../network/simulator/phones/phone-events.ts';
import type { SimulatorControls } from '../network/simulator/simulator.ts';
import type { Listen } from '../store/signal.ts';
import { phoneChannel } from './channel.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface PhoneFeedDeps {
	clock: Clock;
	store: { listen: Listen };
	subscriptions: Subscriptions;
	simulator: SimulatorControls;
}

/**
 * Notifies the subscribers of phones on the simulated network of changes: a message was received or changed its status,
 * somebody types, the instance has read. Subscribers then request what they show. Returns a function that stops it.
 */
export function startPhoneFeed({ clock, store, subscriptions, simulator }: PhoneFeedDeps): () => void {
	/** Sends to the subscribers of a phone to whom the instance exists; null: what happened is of no instance. */
	function notify(number: string, instanceId: InstanceId | null, data: object): void {
		const channel = phoneChannel(number);
		const listeners =
			instanceId === null ? subscriptions.of(channel) : subscriptions.seeing(channel, instanceId);
		if (listeners.length === 0) return;
		const text = JSON.stringify({ type: 'phone', channel, timestamp: timestamp(clock.now()), data });
		for (const listener of listeners) listener.send(text);
	}

	/** The manually operated phones in a chat that have subscribers. */
	async function phonesInChat(instanceId: InstanceId, chatId: string): Promise<string[]> {
		if (!isGroupJid(chatId)) return [phoneOfChat(chatId)].filter((phone) => phone !== null);
		const manual = simulator.phones.all().map(({ number }) => number);
		const subscribed = manual.filter((number) => subscriptions.of(phoneChannel(number)).length > 0);
		if (subscribed.length === 0) return [];
		const group = await simulator.groupsOf(instanceId)?.any(chatId);
		return subscribed.filter((number) => group?.participants.some(({ phone }) => phone === number));
	}

	function notifyChat(instanceId: InstanceId, chatId: string, data: object): void {
		phonesInChat(instanceId, chatId)
			.then((numbers) => {
				for (const number of numbers) notify(number, instanceId, data);
			})
			// The store is unreachable: the subscribers see the change with their next request.
			.catch(() => undefined);
	}

	function onPhoneEvent(event: PhoneEvent): void {
		if (event.kind === 'phone') {
			notify(event.number, null, { kind: 'phone' });
			return;
		}
		const { kind, instanceId, chatId } = event;
		const from = kind === 'typing' ? { from: event.from } : {};
		notifyChat(instanceId, chatId, { kind, instanceId, chatId, ...from });
	}

	function onGatewayEvent({ data }: GatewayEvent): void {
		if (!('messageId' in data)) return;
		const { instanceId, chatId, messageId } = data;
		notifyChat(instanceId, chatId, { kind: 'message', instanceId, chatId, messageId });
	}

	const stopPhoneEvents = simulator.phones.listen(onPhoneEvent);
	const stopGatewayEvents = store.listen((signal) => {
		if (signal.kind === 'event_recorded') onGatewayEvent(signal.event);
	});
	return () => {
		stopPhoneEvents();
		stopGatewayEvents();
	};
}
