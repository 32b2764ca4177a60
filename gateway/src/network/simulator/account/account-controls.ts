import type { ChatChanges } from '../../../domain/chats/chat.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { phoneOfChat } from '../../../domain/phone.ts';
import { changeChatSettings, readChatSettings, type ChatSettings } from './chat-settings.ts';
import { isBlocked } from './blocked-people.ts';
import { personOf } from '../phones/directory.ts';
import type { ManualPhones } from '../phones/manual-phones.ts';
import type { Phone } from '../phones/phone.ts';
import { reportPresence, type SimulatedPresence } from '../report-presence.ts';
import { writeRestriction, type ChosenRestriction } from './restriction.ts';

/**
 * Actions of people and the network on an account. Methods that return a boolean return false when it is not connected.
 */
export interface AccountControls {
	/** A person calls. Returns the id of the call, and whether it was rejected; null: not connected. */
	call(instanceId: InstanceId, call: { senderId: string; video: boolean }): Promise<SimulatedCall | null>;
	/** A person goes online or offline, or types or records in a chat: in a group, or with the instance. */
	presence(instanceId: InstanceId, presence: SimulatedPresence): Promise<boolean>;
	/** The network restricts the account; null: it ends the restriction. */
	restrict(instanceId: InstanceId, restriction: ChosenRestriction | null): Promise<boolean>;
	/** The account's owner changes a chat on the phone. */
	changeChat(instanceId: InstanceId, chatId: string, changes: ChatChanges): Promise<boolean>;
	/** How the account's phone shows a chat; null: not connected. */
	chatSettingsOf(instanceId: InstanceId, chatId: string): Promise<ChatSettings | null>;
	/** Whether the account has blocked a person, by phone number or id. */
	hasBlocked(instanceId: InstanceId, person: string): Promise<boolean>;
}

export interface SimulatedCall {
	callId: string;
	rejected: boolean;
}

export interface AccountControlsDeps {
	clock: Clock;
	/** Returns the random part of an id. */
	token: () => string;
	manualPhones: ManualPhones;
	/** The device of a connected instance, or null. */
	linkedPhone: (instanceId: InstanceId) => Phone | null;
}

/** Creates the controls of actions on accounts. */
export function accountControls({
	clock,
	token,
	manualPhones,
	linkedPhone,
}: AccountControlsDeps): AccountControls {
	function nameOf(number: string | null): string | null {
		if (number === null) return null;
		return manualPhones.of(number)?.name ?? personOf(number)?.name ?? null;
	}

	return {
		async call(instanceId, { senderId, video }) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return null;
			const { context } = phone;
			const callId = token();
			// The phone of a blocked person rings on their side, but the account gets no notification.
			if (await isBlocked(context.session, senderId)) return { callId, rejected: false };
			const rejected = await context.callRejectionEnabled();
			const from = phoneOfChat(senderId);
			const caller = { chatId: senderId, senderId, from, contactName: nameOf(from) };
			await context.report([{ kind: 'call', call: { callId, ...caller, video, rejected, at: clock.now() } }]);
			return { callId, rejected };
		},
		async presence(instanceId, presence) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			await reportPresence(phone, presence, clock.now());
			return true;
		},
		async restrict(instanceId, restriction) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			await writeRestriction(phone, restriction, clock.now());
			return true;
		},
		async changeChat(instanceId, chatId, changes) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			await changeChatSettings(phone.context.session, chatId, changes);
			await phone.context.report([{ kind: 'chat_changes', chats: [{ chatId, changes }] }]);
			return true;
		},
		async chatSettingsOf(instanceId, chatId) {
			const phone = linkedPhone(instanceId);
			return phone === null ? null : readChatSettings(phone.context.session, chatId);
		},
		async hasBlocked(instanceId, person) {
			const phone = linkedPhone(instanceId);
			return phone !== null && isBlocked(phone.context.session, person);
		},
	};
}
