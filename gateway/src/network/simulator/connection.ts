import type { Clock } from '../../domain/clock.ts';
import { isPersonId, phoneOfChat } from '../../domain/phone.ts';
import type { NetworkConnection } from '../driver.ts';
import type { AwaitedMessage } from '../network-message.ts';
import { PermanentSendError } from '../permanent-send-error.ts';
import { TemporarySendError } from '../temporary-send-error.ts';
import { UNSUPPORTED_CALLS } from '../capabilities/unsupported-calls.ts';
import type { Account } from './account/account.ts';
import { contactProfileOf } from './phones/address-book.ts';
import { personOf, personWithoutPhone } from './phones/directory.ts';
import type { Fault } from './faults/fault.ts';
import type { NetworkFaults } from './faults/network-faults.ts';
import type { ManualPhones } from './phones/manual-phones.ts';
import type { SimulatorLatency } from './latency.ts';
import { capabilitiesOf } from './simulator-capabilities.ts';
import type { Phone } from './phones/phone.ts';
import { simulateRecipient } from './phones/simulate-recipient.ts';
import { ownAccountCalls } from './account/own-account-calls.ts';
import { readOwnProfile } from './account/own-profile.ts';
import { ownChanges } from './outbound/own-changes.ts';
import { closeWindow, isWindowOpen } from './outbound/reply-window.ts';
import { sendRefusal } from './outbound/send-refusal.ts';
import { knownTemplates, renderTemplate } from './outbound/templates.ts';

export type AccountKind = Pick<Account, 'method' | 'isLimited'>;

export interface SimulationDeps {
	latency: SimulatorLatency;
	manualPhones: ManualPhones;
	faults: NetworkFaults;
}

export interface ConnectionDeps extends SimulationDeps {
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
	{ clock, latency, manualPhones, faults, close, unlink }: ConnectionDeps,
): NetworkConnection {
	return {
		capabilities: capabilitiesOf({ method, isLimited }),
		waitForRateLimit: () => Promise.resolve(),
		async send(message) {
			const fault = faults.nextSend(phone, message);
			const at = await phone.transit(latency.sent + transitDelay(fault)).catch((error: unknown) => {
				faults.postpone(phone, fault);
				throw error;
			});
			if (fault?.kind === 'refuse')
				throw new TemporarySendError('The simulated network refused the message for now.');
			if (fault?.kind === 'window') await closeWindow(phone.context.session, message.chatId);
			const refusal = fault?.failure ?? (await sendRefusal(phone, message, at));
			if (refusal !== null) throw new PermanentSendError(refusal);
			// The gateway repeats a message whose acknowledgement was lost, with the same id. The network has it
			// already.
			if (faults.accept(phone, message, fault)) phone.peerViews.recordMessage(message);
			if (fault?.kind === 'disconnect') throw new Error('The connection ended before the network answered.');
			simulate(phone, { ...message, status: 'sent' }, { latency, manualPhones, faults });
			return { networkId: message.id };
		},
		checkTemplate(template) {
			return Promise.resolve().then(() => renderTemplate(template));
		},
		listTemplates: () => Promise.resolve(knownTemplates()),
		markRead(chatId) {
			phone.peerViews.recordRead(chatId, clock.now());
			return Promise.resolve();
		},
		showTyping(chatId) {
			phone.peerViews.recordTyping(chatId, clock.now());
			return Promise.resolve();
		},
		// Typing takes no time here. Without latency no phone could see it, so it is left out.
		getTypingDuration: () => (latency.sent === 0 || isLimited ? null : 0),
		checkNumbers(numbers) {
			return Promise.resolve(new Set(numbers.filter((number) => personOf(number) !== null)));
		},
		async getContact(contactId) {
			const number = phoneOfChat(contactId);
			if (number === null) return isPersonId(contactId) ? personWithoutPhone(contactId) : null;
			const contact = await contactProfileOf(phone.instanceId, number, phone.context.session);
			if (contact === null) return null;
			const own = number === phone.account?.profile.phone ? await readOwnProfile(phone) : null;
			if (own !== null) {
				const { profileName: name, profilePicUrl = null, about } = own;
				return { ...contact, name, profilePicUrl, about };
			}
			return { ...contact, name: manualPhones.of(number)?.name ?? contact.name };
		},
		...phone.groups,
		...ownChanges(phone, { clock, latency }),
		...ownAccountCalls(phone, { isLimited }, clock),
		...(isLimited ? UNSUPPORTED_CALLS : {}),
		requiresTemplate: async (chatId) =>
			faults.willCloseWindow(phone, chatId) ||
			!(await isWindowOpen(phone.context.session, chatId, clock.now())),
		getLatency: () => latency.sent,
		close() {
			close(phone);
			return Promise.resolve();
		},
		unlink: () => unlink(phone),
	};
}

/** How much longer (milliseconds) a message is on its way. */
function transitDelay(fault: Fault | null): number {
	return fault === null || fault.kind === 'disconnect' ? 0 : fault.delay;
}

/** Starts the pending reactions of the recipient to a sent message. */
export function simulate(
	phone: Phone,
	message: AwaitedMessage,
	{ latency, manualPhones, faults }: SimulationDeps,
): void {
	if (!faults.givesReceipts(message)) return;
	simulateRecipient(message, {
		latency,
		wait: phone.wait,
		report: (events, then) => faults.report(phone, { on: 'receipts', chatId: message.chatId }, events, then),
		manualPhone: () => manualPhones.of(message.to),
		hasBlocked: ({ blocked }) => blocked.includes(phone.instanceId),
	});
}
