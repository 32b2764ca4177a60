import type { DisconnectReason } from '../../../domain/instances/instance.ts';

/** For a device that WhatsApp refuses before it is linked. */
const NOT_LINKED =
	'WhatsApp did not let the device be linked. Connect the instance again and scan the new QR code. If that does not help, wait an hour, and check in WhatsApp on the phone whether the account is restricted.';

/** What happened and what to do, for users. */
const EXPLANATIONS: Readonly<Record<DisconnectReason, string>> = {
	logged_out:
		'The device was removed on the phone, or by WhatsApp because the phone was offline for too long. Connect the instance again and scan the new QR code.',
	user_request: 'The instance was disconnected through the gateway. Connect it again when it is needed.',
	replaced:
		'Another program uses the same linked device. Stop it, then connect the instance again; no new scan is needed.',
	banned:
		'WhatsApp has locked this account. Open WhatsApp on the phone to see why and to ask for a review. The usual cause is writing to many people who do not expect it.',
	connection_lost:
		'WhatsApp could not be reached for a day. Check the network of the gateway, then connect the instance again; no new scan is needed.',
	credentials_revoked: 'WhatsApp no longer accepts the keys of this device. Connect the instance again.',
	provider_verification_required:
		'WhatsApp requires this account to be verified before a device is linked to it. Open WhatsApp on the phone, Settings, Account, to verify the number, and connect the instance again. If WhatsApp still requires it, connect this number through the official API.',
	client_outdated:
		'WhatsApp no longer accepts this version of its web client. Update the gateway, or set its environment variable GATEWAY_WHATSAPP_VERSION to a newer version, such as 2.3000.1035194821; restart it, then connect the instance. A linked device needs no new scan.',
};

/** Explains to the operator why an instance was disconnected. */
export function disconnectExplanation(
	reason: DisconnectReason,
	{ wasLinked }: { wasLinked: boolean },
): string {
	return reason === 'logged_out' && !wasLinked ? NOT_LINKED : EXPLANATIONS[reason];
}
