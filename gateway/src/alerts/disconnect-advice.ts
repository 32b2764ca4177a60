import type { DisconnectReason } from '../domain/instances/instance.ts';

const ADVICE: Record<DisconnectReason, string> = {
	logged_out: 'The device was removed on the phone. Scan a new QR code on the screen of the instance.',
	user_request: 'Connect the instance again when it is needed.',
	replaced: 'Another program uses the same session. Stop it, and connect the instance again.',
	banned:
		'The network has blocked the account. Ask for a review in the app on the phone; another connection does not help.',
	connection_lost: 'Check that this machine reaches the network, and connect the instance again.',
	credentials_revoked: 'Enter new credentials on the screen of the instance.',
	provider_verification_required:
		'The provider wants to verify the account. Do it there, and connect the instance again.',
	client_outdated: 'The network no longer accepts this version of the client. Upgrade the gateway.',
};

/** Returns the advice for an instance that is disconnected for a reason; null: it still tries to connect. */
export function adviceForReason(reason: DisconnectReason | null): string {
	return reason === null
		? 'Check that this machine reaches the network, and the log of the gateway for the error.'
		: ADVICE[reason];
}
