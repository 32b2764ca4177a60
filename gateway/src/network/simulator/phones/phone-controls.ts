import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { chatIdOf } from '../../../domain/phone.ts';
import { simulate, type SimulationDeps } from '../connection.ts';
import { reportPresence } from '../report-presence.ts';
import type { ManualPhone, PhoneSettings } from './manual-phone.ts';
import type { Phone } from './phone.ts';
import type { PhoneEvents, PhoneEvent } from './phone-events.ts';
import type { Typing } from './typing.ts';

/**
 * Actions of people on manual phones. Methods that return a boolean return false when the instance is not connected.
 */
export interface PhoneControls {
	/** In the order in which control was taken. */
	all(): ManualPhone[];
	of(number: string): ManualPhone | undefined;
	/** Takes control of a phone, or changes its settings. Throws invalid_phone_number, invalid_parameters. */
	control(number: string, settings: PhoneSettings): Promise<ManualPhone>;
	/** Releases a phone to its automatic behavior. Returns false when it was not controlled by hand. */
	release(number: string): Promise<boolean>;
	/** The phone blocks an instance, or unblocks it. Throws the codes of control. */
	block(number: string, instanceId: InstanceId, blocked: boolean): Promise<boolean>;
	/** The phone reads all messages it received from an instance. */
	read(number: string, instanceId: InstanceId): Promise<boolean>;
	startTyping(number: string, instanceId: InstanceId, chatId: string): Promise<boolean>;
	stopTyping(number: string, instanceId: InstanceId, chatId: string): void;
	/** The numbers of those who are typing in a chat now, the instance's among them. */
	listTyping(instanceId: InstanceId, chatId: string): string[];
	/** The returned function removes the listener. */
	listen(listener: (event: PhoneEvent) => void): () => void;
}

export interface PhoneControlsDeps extends SimulationDeps {
	clock: Clock;
	phoneEvents: PhoneEvents;
	typing: Typing;
	/** The device of a connected instance, or null. */
	linkedPhone: (instanceId: InstanceId) => Phone | null;
	/** All devices that are, or are being, linked. */
	devices: () => Phone[];
}

/** The controls of the phones that people operate by hand. */
export function phoneControls(deps: PhoneControlsDeps): PhoneControls {
	const { clock, phoneEvents, typing, manualPhones, linkedPhone, devices } = deps;

	/** Saves the manual phones in the sessions of these devices, and publishes that the phone changed. */
	async function saveChange(number: string, changedDevices: readonly Phone[]): Promise<void> {
		await Promise.all(
			changedDevices.map(({ instanceId, context }) => manualPhones.save(instanceId, context.session)),
		);
		phoneEvents.publish({ kind: 'phone', number, at: clock.now() });
	}

	/** Simulates the messages to a phone whose receipts are missing. */
	async function simulatePending(number: string): Promise<void> {
		for (const device of devices()) {
			if (device.account === null) continue;
			const pendingReceipts = await device.context.listAwaitingReceipts();
			for (const message of pendingReceipts) if (message.to === number) simulate(device, message, deps);
		}
	}

	/** Reports whether a phone is online, to the instances that have subscribed to the chat with it. */
	async function reportOnline(number: string, online: boolean): Promise<void> {
		const senderId = chatIdOf(number);
		const presence = { senderId, chatId: senderId, state: online ? 'online' : 'offline' } as const;
		for (const device of devices()) {
			if (device.account !== null) await reportPresence(device, presence, clock.now());
		}
	}

	return {
		all: () => manualPhones.all(),
		of: (number) => manualPhones.of(number),
		async control(number, settings) {
			const before = manualPhones.of(number);
			const phone = manualPhones.upsert(number, settings);
			await saveChange(number, devices());
			const isBack = before?.online === false && phone.online;
			const readsNow = before?.reads === 'by_hand' && phone.reads === 'automatically';
			if (isBack || readsNow) await simulatePending(number);
			if (before !== undefined && before.online !== phone.online) await reportOnline(number, phone.online);
			return phone;
		},
		async release(number) {
			if (!manualPhones.delete(number)) return false;
			await saveChange(number, devices());
			await simulatePending(number);
			return true;
		},
		async block(number, instanceId, blocked) {
			const device = linkedPhone(instanceId);
			if (device === null) return false;
			const others = manualPhones.of(number)?.blocked.filter((id) => id !== instanceId) ?? [];
			manualPhones.upsert(number, { blocked: blocked ? [...others, instanceId] : others });
			await saveChange(number, [device]);
			return true;
		},
		async read(number, instanceId) {
			const device = linkedPhone(instanceId);
			if (device === null) return false;
			const delivered = (await device.context.listAwaitingReceipts()).filter(
				({ to, status }) => to === number && status === 'delivered',
			);
			const at = clock.now();
			await device.context.report(
				delivered.map(({ id }) => ({ kind: 'receipt', messageId: id, status: 'read', at })),
			);
			return true;
		},
		async startTyping(number, instanceId, chatId) {
			const device = linkedPhone(instanceId);
			if (device === null) return false;
			typing.start(instanceId, chatId, number);
			await reportPresence(device, { senderId: chatIdOf(number), chatId, state: 'typing' }, clock.now());
			return true;
		},
		stopTyping(number, instanceId, chatId) {
			typing.stop(instanceId, chatId, number);
		},
		listTyping: (instanceId, chatId) => typing.list(instanceId, chatId),
		listen: (listener) => phoneEvents.listen(listener),
	};
}
