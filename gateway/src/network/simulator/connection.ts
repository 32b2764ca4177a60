import type { Clock } from '../../domain/clock.ts';
import { isGroupJid, phoneOfChat } from '../../domain/phone.ts';
import { CAPABILITIES } from '../capabilities.ts';
import { NetworkRefusal, type NetworkConnection, type UnsettledMessage } from '../driver.ts';
import { cardOf } from './address-book.ts';
import { personOf } from './directory.ts';
import type { HeldPhones } from './held-phones.ts';
import type { SimulatorLatency } from './latency.ts';
import type { Phone } from './phone.ts';
import type { NewsStand } from './phone-news.ts';
import { playRecipient } from './recipient.ts';
import { sendRefusal } from './send-refusal.ts';
import { knownTemplates, renderTemplate } from './templates.ts';
import type { Typing } from './typing.ts';

/** What the recipients of messages are on this network. */
export interface Recipients {
	latency: SimulatorLatency;
	held: HeldPhones;
}

/** What a connection needs of the network it belongs to. */
export interface ConnectionPort extends Recipients {
	clock: Clock;
	news: NewsStand;
	typing: Typing;
	/** Ends the connection; the session stays. */
	close: (phone: Phone) => void;
	/** Ends the connection and the session. */
	unlink: (phone: Phone) => Promise<void>;
}

/** An instance's connection to the simulated network. */
export function openConnection(phone: Phone, port: ConnectionPort): NetworkConnection {
	const { latency, held, clock, news, typing, close, unlink } = port;
	const { instanceId } = phone;
	const own = (): string => phone.account?.profile.phone ?? '';
	/** Whether somebody may be looking at a chat. */
	const isWatched = (chatId: string): boolean =>
		isGroupJid(chatId) ? held.all().length > 0 : held.of(phoneOfChat(chatId)) !== undefined;
	return {
		capabilities: new Set(CAPABILITIES),
		async send(message) {
			const at = await phone.transit(latency.sent);
			const refusal = await sendRefusal(phone, message, at);
			if (refusal !== null) throw new NetworkRefusal(refusal);
			typing.end(instanceId, message.chatId, own());
			playOn(phone, { ...message, status: 'sent' }, port);
			return { networkId: message.id };
		},
		checkTemplate(template) {
			return Promise.resolve().then(() => renderTemplate(template));
		},
		templates: () => Promise.resolve(knownTemplates()),
		markRead(chatId) {
			if (isWatched(chatId)) news.tell({ kind: 'read', instanceId, chatId, at: clock.now() });
			return Promise.resolve();
		},
		showTyping(chatId) {
			if (isWatched(chatId)) typing.begin(instanceId, chatId, own());
			return Promise.resolve();
		},
		typingTime: () => 0,
		existing(phones) {
			return Promise.resolve(new Set(phones.filter((one) => personOf(one) !== null)));
		},
		async contact(one) {
			const card = await cardOf(one, phone.host.session);
			return card === null ? null : { ...card, name: held.of(one)?.name ?? card.name };
		},
		...phone.groups,
		latency: () => latency.sent,
		close() {
			close(phone);
			return Promise.resolve();
		},
		unlink: () => unlink(phone),
	};
}

/** Lets the recipient of a sent message do what it still has to do. */
export function playOn(phone: Phone, message: UnsettledMessage, { latency, held }: Recipients): void {
	playRecipient(message, {
		latency,
		wait: phone.wait,
		report: (events) => phone.host.report(events),
		held: () => held.of(message.to),
		hasBlocked: ({ blocked }) => blocked.includes(phone.instanceId),
	});
}
