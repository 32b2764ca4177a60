import { GatewayError } from '../../../domain/error.ts';
import type { Device } from '../device.ts';

/** Whether the phone has sent the keys of the app state, which the account's devices share: names, chats, settings. */
export function keysOfPhoneExist({ creds }: Pick<Device, 'creds'>): boolean {
	return creds.myAppStateKeyId !== undefined && creds.myAppStateKeyId !== '';
}

/** The error for a change whose keys the phone has not sent yet. */
export function keysMissing(): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'The phone has not sent the keys for this change yet. Open WhatsApp on the phone, then send the request again.',
		{ retryAfter: 30 },
	);
}
