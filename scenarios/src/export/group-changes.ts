import type { GatewayClient } from '../gateway/gateway-client.ts';
import type { Step } from '../format/scenario.ts';
import { readChatEvents, type ChatTime, type EventDataOf } from './chat-events.ts';
import { WITHIN, type StepContext, type TimedStep } from './message-steps-of.ts';

type Action = EventDataOf['group.participants']['action'];

/** A change of the participants of a group, without the account itself. */
export interface ParticipantChange {
	/** Epoch milliseconds. */
	at: number;
	action: Action;
	/** The ids of the people. */
	people: readonly string[];
	/** Whether the account made it, by the workflow or on its phone. */
	isFromMe: boolean;
}

/** Returns the changes of the participants of a group in a time, oldest first, as long as the gateway keeps events. */
export async function readParticipantChanges(
	gateway: GatewayClient,
	time: ChatTime,
): Promise<ParticipantChange[]> {
	const path = `/v1/instances/${time.instanceId}`;
	const { phone: own } = ((await gateway.request('GET', path)) as { data: { phone: string | null } }).data;
	const events = await readChatEvents(gateway, 'group.participants', time);
	return events.flatMap(({ at, data: { action, isFromMe, participants } }) => {
		const people = participants.filter(({ phone }) => phone === null || phone !== own).map(({ id }) => id);
		return people.length === 0 ? [] : [{ at, action, people, isFromMe }];
	});
}

/**
 * Returns the steps that repeat changes of participants. If answers are expected, the workflow must repeat the
 * account's own changes.
 */
export function stepsOfParticipantChanges(
	changes: readonly ParticipantChange[],
	{ people, expectsAnswers }: Pick<StepContext, 'people' | 'expectsAnswers'>,
): TimedStep[] {
	const { group } = people;
	if (group === null) return [];
	return changes.flatMap(({ at, action, people: ids, isFromMe }): TimedStep[] => {
		if (!isFromMe) return ids.map((id) => ({ at, step: stepOf(action, people.nameOf(id), group) }));
		const where = { action, isFromMe };
		return expectsAnswers
			? [{ at, step: { step: 'event', kind: 'group.participants', where, within: WITHIN } }]
			: [];
	});
}

/** The people who came to the group by one of the changes: they are not in it before. */
export function newcomersOf(changes: readonly ParticipantChange[]): ReadonlySet<string> {
	const known = new Set<string>();
	const newcomers = new Set<string>();
	for (const { action, people, isFromMe } of changes) {
		if (isFromMe) continue;
		for (const id of people) {
			if (!known.has(id) && (action === 'add' || action === 'join')) newcomers.add(id);
			known.add(id);
		}
	}
	return newcomers;
}

function stepOf(action: Action, phone: string, group: string): Step {
	switch (action) {
		case 'add':
		case 'join':
			return { step: 'join', phone, group, themselves: action === 'join' };
		case 'remove':
		case 'leave':
			return { step: 'leave', phone, group, themselves: action === 'leave' };
		case 'promote':
		case 'demote':
			return { step: action, phone, group };
	}
}
