import { GatewayError } from '../../domain/error.ts';
import type { Capability } from '../capabilities.ts';
import type { NetworkConnection } from '../driver.ts';

/**
 * What the official API can do of what some networks cannot. Its groups have an invite link and at most eight
 * participants, nobody can be added to one, and so they are left out.
 */
export const CLOUD_API_CAPABILITIES: ReadonlySet<Capability> = new Set(['templates']);

type Unable = 'existing' | 'contact' | 'groups' | 'group' | 'createGroup' | 'changeParticipants';

const WITH_QR = 'Use an instance connected by QR code';

/** The calls of a connection that Meta has nothing for. Each throws official_api_instance. */
export const UNABLE: Pick<NetworkConnection, Unable> = {
	existing: () => unable('tell which phones are on WhatsApp', 'Send a message to see whether it arrives'),
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
