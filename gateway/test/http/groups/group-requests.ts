import type { Answer } from '../../support/client.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';

export const ANA = '4915155555551';
export const BEN = '4915155555552';
export const CLEO = '4915155555553';

/** Requests about the groups of one instance. */
export interface GroupRequests {
	list(): Promise<Answer>;
	/** Creates a group of three: the instance, Ana and Ben. */
	create(changes?: Record<string, unknown>): Promise<Answer>;
	detail(groupId: string): Promise<Answer>;
	changeParticipants(groupId: string, action: string, participants: unknown, rest?: object): Promise<Answer>;
	/** Acts as another member on the simulated network. */
	asOtherMember(path: string, body: object): Promise<Answer>;
	/** Creates a group of Ana that the instance is a member of; returns its id. */
	createAsOtherMember(changes?: object): Promise<string>;
	/** Returns a participant of a group; undefined: the phone is none. */
	member(groupId: string, phone: string): Promise<unknown>;
}

export function groupRequests(gateway: TestGateway, instanceId: string): GroupRequests {
	const detail = (groupId: string) => gateway.get(`/v1/groups/${groupId}?instanceId=${instanceId}`);
	const asOtherMember = (path: string, body: object) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/groups${path}`, body);
	return {
		list: () => gateway.get(`/v1/groups?instanceId=${instanceId}`),
		create: (changes = {}) =>
			gateway.post('/v1/groups', { instanceId, name: 'Friends', participants: [ANA, BEN], ...changes }),
		detail,
		changeParticipants: (groupId, action, participants, rest = {}) =>
			gateway.post(`/v1/groups/${groupId}/participants`, { instanceId, action, participants, ...rest }),
		asOtherMember,
		async createAsOtherMember(changes = {}) {
			const created = await asOtherMember('', { from: ANA, name: 'Theirs', ...changes });
			return created.text('data.id');
		},
		async member(groupId, phone) {
			const participants = (await detail(groupId)).at('data.participants') as unknown[];
			return participants.find((participant) => at(participant, 'phone') === phone);
		},
	};
}

/** The id of a participant with a phone number. */
export function jidOf(phone: string): string {
	return `${phone}@s.whatsapp.net`;
}
