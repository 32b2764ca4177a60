import type { DisconnectReason } from '../../../domain/instance.ts';

/** What a user is told when WhatsApp refuses a device before it is linked. */
const NOT_LINKED =
	'WhatsApp did not let the device be linked. Connect the instance again and scan the new QR code; where that does not help, wait an hour, and see in WhatsApp on the phone whether the account is restricted.';

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
	client_outdated:
		'WhatsApp does not take this version of its web client any more. Update the gateway, or set GATEWAY_WHATSAPP_VERSION where it runs to a newer version, such as 2.3000.1035194821; start it again, then connect the instance. A device that is linked needs no new scan.',
};

/** The same, told of a device that was never linked where it was not. */
export function explanationOf(reason: DisconnectReason, { wasLinked }: { wasLinked: boolean }): string {
	return reason === 'logged_out' && !wasLinked ? NOT_LINKED : EXPLANATIONS[reason];
}
