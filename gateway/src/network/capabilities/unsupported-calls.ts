import { GatewayError } from '../../domain/error.ts';
import type { GroupCalls, NetworkConnection } from '../driver.ts';

type UnsupportedCall =
	| 'checkNumbers'
	| 'getContact'
	| keyof GroupCalls
	| 'updateChat'
	| 'subscribePresence'
	| 'answerPasskey'
	| 'edit'
	| 'deleteForEveryone';

const USE_QR_INSTANCE = 'Use an instance connected by QR code';

/** The calls that the operator's official API does not support. Each rejects with official_api_instance. */
export const UNSUPPORTED_CALLS: Pick<NetworkConnection, UnsupportedCall> = {
	checkNumbers: () =>
		rejected('check which phones are on the network', 'Send a message to see whether it arrives'),
	getContact: () =>
		rejected('return the profile of a contact', 'GET /v1/contacts has the names of those who wrote'),
	listGroups: () => rejected('list groups', USE_QR_INSTANCE),
	getGroup: () => rejected('show a group', USE_QR_INSTANCE),
	createGroup: () => rejected('create a group', USE_QR_INSTANCE),
	changeParticipants: () => rejected('change a group', USE_QR_INSTANCE),
	updateGroup: () => rejected('change a group', USE_QR_INSTANCE),
	getInvite: () => rejected('show the invite of a group', USE_QR_INSTANCE),
	revokeInvite: () => rejected('change the invite of a group', USE_QR_INSTANCE),
	joinGroup: () => rejected('join a group', USE_QR_INSTANCE),
	leaveGroup: () => rejected('leave a group', USE_QR_INSTANCE),
	updateChat: () => rejected('archive, pin or mute a chat', USE_QR_INSTANCE),
	subscribePresence: () => rejected('report who is online or typing', USE_QR_INSTANCE),
	answerPasskey: () => rejected('be linked with a passkey', USE_QR_INSTANCE),
	edit: () => rejected('edit a sent message', 'Send a correction as a new message'),
	deleteForEveryone: () =>
		rejected('delete a sent message', 'Only a message that is not sent yet can be cancelled'),
};

/** Throws official_api_instance where the name of the account's profile is to change: Meta reviews it. */
export function throwIfNameChanges(name: string | undefined): void {
	if (name !== undefined) throw cannot('change the name of a profile', 'Change it in the WhatsApp Manager');
}

function rejected(action: string, alternative: string): Promise<never> {
	return Promise.reject(cannot(action, alternative));
}

function cannot(action: string, alternative: string): GatewayError {
	return new GatewayError(
		'official_api_instance',
		`The official API, which this instance is connected by, cannot ${action}. ${alternative}.`,
	);
}
