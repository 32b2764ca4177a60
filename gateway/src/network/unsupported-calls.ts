import { GatewayError } from '../domain/error.ts';
import type { NetworkConnection } from './driver.ts';

type Unable = 'existing' | 'contact' | 'groups' | 'group' | 'createGroup' | 'changeParticipants';

const WITH_QR = 'Use an instance connected by QR code';

/** The calls of a connection that the operator's official API has nothing for. Each throws official_api_instance. */
export const UNSUPPORTED_CALLS: Pick<NetworkConnection, Unable> = {
	existing: () => unable('tell which phones are on the network', 'Send a message to see whether it arrives'),
	contact: () => unable('tell the profile of a contact', 'GET /v1/contacts has the names of those who wrote'),
	groups: () => unable('list groups', WITH_QR),
	group: () => unable('show a group', WITH_QR),
	createGroup: () => unable('create a group', WITH_QR),
	changeParticipants: () => unable('change a group', WITH_QR),
};

function unable(what: string, instead: string): Promise<never> {
	return Promise.reject(
		new GatewayError(
			'official_api_instance',
			`The official API, which this instance is connected by, cannot ${what}. ${instead}.`,
		),
	);
}
