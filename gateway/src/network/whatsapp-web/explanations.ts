import type { DisconnectReason } from '../../domain/instance.ts';

/** What a user is told of the end of a connection by QR code: what happened, and what to do. */
export const EXPLANATIONS: Readonly<Record<DisconnectReason, string>> = {
	logged_out:
		'The device was removed on the phone, or by WhatsApp because the phone was not used for long. Connect the instance again and scan the new QR code.',
	user_request: 'The instance was disconnected through the gateway. Connect it again when it is needed.',
	replaced:
		'Another program uses the same linked device. Stop it, then connect the instance again; no new scan is needed.',
	banned:
		'WhatsApp has locked this account. Open WhatsApp on the phone to see why and to ask for a review. Writing to many people who do not expect it is the usual cause.',
	connection_lost:
		'WhatsApp could not be reached for a day. Check the network of the gateway, then connect the instance again; no new scan is needed.',
	credentials_revoked:
		'WhatsApp does not accept the keys of this device any more. Connect the instance again.',
	provider_verification_required:
		'WhatsApp wants this account to be verified before a device is linked to it: with a passkey, which only the phone and the browser have, or by registering the number anew. Open WhatsApp on the phone, Settings, Account, to remove the passkey or to verify the number; where it insists, connect this number through the official API.',
};
