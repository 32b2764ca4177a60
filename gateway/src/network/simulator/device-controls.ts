import type { InstanceId } from '../../domain/ids.ts';
import { confirmLink, type LinkingDeps } from './linking.ts';
import type { Phone } from './phones/phone.ts';

/** Actions of the account's owner by which a device is linked or logged out. */
export interface DeviceControls {
	/** The phone scans the QR code. Returns false when none is shown. */
	scan(instanceId: InstanceId): Promise<boolean>;
	/** The owner types a pairing code on the phone. Returns null when none is shown, false when it is another one. */
	typePairingCode(instanceId: InstanceId, code: string): Promise<boolean | null>;
	/** The network asks for a passkey once the code is confirmed. Returns false when no device is being linked. */
	requirePasskey(instanceId: InstanceId): boolean;
	/** The phone's owner logs the instance out on the device. */
	logOut(instanceId: InstanceId): Promise<boolean>;
}

export interface DeviceControlsDeps extends LinkingDeps {
	/** The devices of all instances, also of those that are being linked. */
	phones: ReadonlyMap<InstanceId, Phone>;
	/** The device of a connected instance, or null. */
	linkedPhone: (instanceId: InstanceId) => Phone | null;
	/** Closes the connection of a device and deletes its session. */
	unlink: (phone: Phone) => Promise<void>;
}

/** Creates the controls of devices. */
export function deviceControls({
	clock,
	token,
	phones,
	linkedPhone,
	unlink,
}: DeviceControlsDeps): DeviceControls {
	return {
		async scan(instanceId) {
			const phone = phones.get(instanceId);
			if (phone?.linking.showsQr !== true) return false;
			await confirmLink(phone, { clock, token });
			return true;
		},
		async typePairingCode(instanceId, code) {
			const phone = phones.get(instanceId);
			const shown = phone?.linking.pairingCode ?? null;
			if (phone === undefined || shown === null) return null;
			if (code !== shown) return false;
			await confirmLink(phone, { clock, token });
			return true;
		},
		requirePasskey(instanceId) {
			const phone = phones.get(instanceId);
			if (phone === undefined || phone.account !== null) return false;
			phone.linking.requiresPasskey = true;
			return true;
		},
		async logOut(instanceId) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			await unlink(phone);
			await phone.context.report([{ kind: 'disconnected', reason: 'logged_out' }]);
			return true;
		},
	};
}
