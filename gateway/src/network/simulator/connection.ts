import type { Clock } from '../../domain/clock.ts';
import type { NetworkConnection, AwaitedMessage } from '../driver.ts';
import { PermanentSendError } from '../permanent-send-error.ts';
import { UNSUPPORTED_CALLS } from '../unsupported-calls.ts';
import type { Account } from './account.ts';
import { cardOf } from './phones/address-book.ts';
import { personOf } from './phones/directory.ts';
import type { ManualPhones } from './phones/manual-phones.ts';
import type { SimulatorLatency } from './latency.ts';
import { capabilitiesOf } from './limits.ts';
import type { Phone } from './phones/phone.ts';
import { simulateRecipient } from './phones/simulate-recipient.ts';
import { sendRefusal } from './send-refusal.ts';
import { knownTemplates, renderTemplate } from './templates.ts';

/** How an instance is, or is being, connected. */
export type AccountKind = Pick<Account, 'method' | 'isLimited'>;

/** What the recipients of messages are on this network. */
export interface Recipients {
	latency: SimulatorLatency;
	held: ManualPhones;
}

/** What a connection needs of the network it belongs to. */
export interface ConnectionDeps extends Recipients {
	clock: Clock;
	/** Ends the connection; the session stays. */
	close: (phone: Phone) => void;
	/** Ends the connection and the session. */
	unlink: (phone: Phone) => Promise<void>;
}

/** An instance's connection to the simulated network. */
export function openConnection(
	phone: Phone,
	{ method, isLimited }: AccountKind,
	{ clock, latency, held, close, unlink }: ConnectionDeps,
): NetworkConnection {
	return {
		capabilities: capabilitiesOf({ method, isLimited }),
		async send(message) {
			const at = await phone.transit(latency.sent);
			const refusal = await sendRefusal(phone, message, at);
			if (refusal !== null) throw new PermanentSendError(refusal);
			phone.sights.sawMessage(message);
			simulate(phone, { ...message, status: 'sent' }, { latency, held });
			return { networkId: message.id };
		},
		checkTemplate(template) {
			return Promise.resolve().then(() => renderTemplate(template));
		},
		listTemplates: () => Promise.resolve(knownTemplates()),
		markRead(chatId) {
			phone.sights.sawRead(chatId, clock.now());
			return Promise.resolve();
		},
		showTyping(chatId) {
			phone.sights.sawTyping(chatId, clock.now());
			return Promise.resolve();
		},
		// It costs no time. Where nothing does, nobody is there to see it.
		getTypingDuration: () => (latency.sent === 0 || isLimited ? null : 0),
		checkNumbers(phones) {
			return Promise.resolve(new Set(phones.filter((one) => personOf(one) !== null)));
		},
		async getContact(one) {
			const card = await cardOf(one, phone.host.session);
			return card === null ? null : { ...card, name: held.of(one)?.name ?? card.name };
		},
		...phone.groups,
		...(isLimited ? UNSUPPORTED_CALLS : {}),
		getLatency: () => latency.sent,
		close() {
			close(phone);
			return Promise.resolve();
		},
		unlink: () => unlink(phone),
	};
}

/** Lets the recipient of a sent message do what it still has to do. */
export function simulate(phone: Phone, message: AwaitedMessage, { latency, held }: Recipients): void {
	simulateRecipient(message, {
		latency,
		wait: phone.wait,
		report: (events) => phone.host.report(events),
		held: () => held.of(message.to),
		hasBlocked: ({ blocked }) => blocked.includes(phone.instanceId),
	});
}
