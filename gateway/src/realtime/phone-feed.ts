import { timestamp, type Clock } from '../domain/clock.ts';
import type { GatewayEvent } from '../domain/event.ts';
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
 * Tells the holders of phones on the simulated network that something happened on them: a message came or moved on,
 * somebody types, the instance has read. Who listens then asks for what it shows. The returned function ends it.
 */
export function startPhoneFeed({ clock, store, subscriptions, simulator }: PhoneFeedDeps): () => void {
	function tell(number: string, data: object): void {
		const channel = phoneChannel(number);
		const listeners = subscriptions.of(channel);
		if (listeners.length === 0) return;
		const text = JSON.stringify({ type: 'phone', channel, timestamp: timestamp(clock.now()), data });
		for (const listener of listeners) listener.send(text);
	}

	/** The phones somebody holds that are in a chat, and listened to. */
	async function inChat(instanceId: InstanceId, chatId: string): Promise<string[]> {
		if (!isGroupJid(chatId)) return [phoneOfChat(chatId)].filter((phone) => phone !== null);
		const held = simulator.phones.all().map(({ number }) => number);
		const listened = held.filter((number) => subscriptions.of(phoneChannel(number)).length > 0);
		if (listened.length === 0) return [];
		const group = await simulator.groupsOf(instanceId)?.any(chatId);
		return listened.filter((number) => group?.participants.some(({ phone }) => phone === number));
	}

	function tellChat(instanceId: InstanceId, chatId: string, data: object): void {
		inChat(instanceId, chatId)
			.then((numbers) => {
				for (const number of numbers) tell(number, data);
			})
			// The store is away; whoever looks again sees all the same.
			.catch(() => undefined);
	}

	function tellNews(news: PhoneEvent): void {
		if (news.kind === 'phone') {
			tell(news.number, { kind: 'phone' });
			return;
		}
		const { kind, instanceId, chatId } = news;
		const from = kind === 'typing' ? { from: news.from } : {};
		tellChat(instanceId, chatId, { kind, instanceId, chatId, ...from });
	}

	function tellMessage({ data }: GatewayEvent): void {
		if (!('messageId' in data)) return;
		const { instanceId, chatId, messageId } = data;
		tellChat(instanceId, chatId, { kind: 'message', instanceId, chatId, messageId });
	}

	const stopNews = simulator.phones.listen(tellNews);
	const stopEvents = store.listen((signal) => {
		if (signal.kind === 'event_recorded') tellMessage(signal.event);
	});
	return () => {
		stopNews();
		stopEvents();
	};
}
