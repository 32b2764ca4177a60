import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { simulate, type Recipients } from '../connection.ts';
import type { ManualPhone, PhoneSettings } from './manual-phone.ts';
import type { Phone } from './phone.ts';
import type { PhoneEvents, PhoneEvent } from './phone-events.ts';
import type { Typing } from './typing.ts';

/** What people do with the phones in their hands. What is about an instance gives false when it is not there. */
export interface PhoneControls {
	/** In the order they were taken in hand. */
	all(): ManualPhone[];
	of(number: string): ManualPhone | undefined;
	/** Takes a phone in hand, or changes one. Throws invalid_phone_number, invalid_parameters. */
	control(number: string, settings: PhoneSettings): Promise<ManualPhone>;
	/** Puts a phone away: from then on it follows its habit. Gives false where nobody held it. */
	release(number: string): Promise<boolean>;
	/** The phone blocks an instance, or ends that. Throws as hold. */
	block(number: string, instanceId: InstanceId, blocked: boolean): Promise<boolean>;
	/** The phone's holder reads what an instance wrote to it. */
	read(number: string, instanceId: InstanceId): Promise<boolean>;
	/** The phone's holder types in a chat. */
	type(number: string, instanceId: InstanceId, chatId: string): boolean;
	/** The message that was being typed is written. */
	written(number: string, instanceId: InstanceId, chatId: string): void;
	/** The numbers of those who type in a chat now, the instance's among them. */
	typing(instanceId: InstanceId, chatId: string): string[];
	/** Hears what phones notice; the returned function ends it. */
	listen(listener: (news: PhoneEvent) => void): () => void;
}

/** What the controls work on. */
export interface PhoneControlsDeps extends Recipients {
	clock: Clock;
	news: PhoneEvents;
	typing: Typing;
	/** The device of a connected instance, or null. */
	linkedPhone: (instanceId: InstanceId) => Phone | null;
	/** All devices that are, or are being, linked. */
	devices: () => Phone[];
}

export function phoneControls(port: PhoneControlsDeps): PhoneControls {
	const { clock, news, typing, held, linkedPhone, devices } = port;

	/** Keeps the phones as they are now, and lets one do what it did not do before. */
	async function changed(number: string, instances: readonly Phone[]): Promise<void> {
		await Promise.all(instances.map(({ instanceId, host }) => held.keep(instanceId, host.session)));
		news.publish({ kind: 'phone', number, at: clock.now() });
	}

	async function catchUp(number: string): Promise<void> {
		for (const device of devices()) {
			if (device.account === null) continue;
			const owed = await device.host.listAwaitingReceipts();
			for (const message of owed) if (message.to === number) simulate(device, message, port);
		}
	}

	return {
		all: () => held.all(),
		of: (number) => held.of(number),
		async control(number, settings) {
			const before = held.of(number);
			const phone = held.change(number, settings);
			await changed(number, devices());
			const isBack = before?.online === false && phone.online;
			const readsNow = before?.reads === 'by_hand' && phone.reads === 'automatically';
			if (isBack || readsNow) await catchUp(number);
			return phone;
		},
		async release(number) {
			if (!held.remove(number)) return false;
			await changed(number, devices());
			await catchUp(number);
			return true;
		},
		async block(number, instanceId, blocked) {
			const device = linkedPhone(instanceId);
			if (device === null) return false;
			const others = held.of(number)?.blocked.filter((one) => one !== instanceId) ?? [];
			held.change(number, { blocked: blocked ? [...others, instanceId] : others });
			await changed(number, [device]);
			return true;
		},
		async read(number, instanceId) {
			const device = linkedPhone(instanceId);
			if (device === null) return false;
			const delivered = (await device.host.listAwaitingReceipts()).filter(
				({ to, status }) => to === number && status === 'delivered',
			);
			const at = clock.now();
			await device.host.report(
				delivered.map(({ id }) => ({ kind: 'receipt', messageId: id, status: 'read', at })),
			);
			return true;
		},
		type(number, instanceId, chatId) {
			if (linkedPhone(instanceId) === null) return false;
			typing.begin(instanceId, chatId, number);
			return true;
		},
		written(number, instanceId, chatId) {
			typing.end(instanceId, chatId, number);
		},
		typing: (instanceId, chatId) => typing.in(instanceId, chatId),
		listen: (listener) => news.listen(listener),
	};
}
