import {
	HOSTILE_EMOJI,
	HOSTILE_MENTIONS,
	HOSTILE_PEOPLE,
	HOSTILE_TEXTS,
	HOSTILE_VOTES,
	hostileTimes,
} from '../../corpora/hostile-fields.ts';
import {
	HOSTILE_CONTACTS,
	HOSTILE_INTERACTIVES,
	HOSTILE_LOCATIONS,
	HOSTILE_POLLS,
} from '../../corpora/hostile-objects.ts';
import type { HostileValue } from '../../corpora/hostile-value.ts';
import { PHONE, type Fixtures } from '../../fixtures/fixtures.ts';
import { arrive } from '../../fixtures/arriving-contents.ts';

const POLL = { question: 'When?', options: ['Monday', 'Tuesday'] };

/** Requests with a hostile value in one field; `values` that must be refused are refused here, unless `lenient`. */
export interface Target {
	operation: string;
	path?: Readonly<Record<string, string>>;
	/** The other fields of the body. */
	others: Readonly<Record<string, unknown>>;
	field: string;
	values: readonly HostileValue[];
	/** The simulated network delivers messages that no gateway would send. */
	lenient?: true;
	/** The field is a list with the value as its item. */
	inList?: true;
}

/** Returns the fields of messages and of their changes, each with the values that it gets. */
export async function targetsOf(fixtures: Fixtures, instanceId: string): Promise<Target[]> {
	const sent = { instanceId, to: PHONE };
	const official = { instanceId: await fixtures.official(), to: PHONE };
	const path = { instanceId };
	const received = await fixtures.receiveFrom(instanceId, PHONE);
	const own = await fixtures.newSent(instanceId);
	const groupId = await fixtures.newGroup(instanceId);
	// In a group anybody may vote.
	const poll = await arrive(fixtures, instanceId, { from: PHONE, chatId: groupId, poll: POLL });
	return [
		...Object.entries(KINDS).map(([field, values]) => send(sent, field, values)),
		send({ ...sent, message: 'Hello' }, 'mentions', HOSTILE_MENTIONS),
		send({ ...sent, message: 'Hello' }, 'sendAt', hostileTimes(Date.now())),
		send(official, 'interactive', HOSTILE_INTERACTIVES),
		send({ instanceId, message: 'Hello' }, 'to', HOSTILE_PEOPLE),
		send({ ...sent, message: 'Hello' }, 'quotedMessageId', HOSTILE_PEOPLE),
		...['POST /simulator/v1/instances/{}/messages', 'POST /simulator/v1/instances/{}/echoes'].flatMap(
			(operation): Target[] => {
				const others = operation.endsWith('echoes') ? { to: PHONE } : { from: PHONE };
				const target = { operation, path, others, lenient: true } as const;
				return [
					...Object.entries(KINDS).map(([field, values]) => ({ ...target, field, values })),
					{ ...target, others: { ...others, content: 'Hi' }, field: 'mentions', values: HOSTILE_MENTIONS },
				];
			},
		),
		{
			operation: 'POST /simulator/v1/instances/{}/messages',
			path,
			others: { from: PHONE },
			field: 'interactive',
			values: HOSTILE_INTERACTIVES,
			lenient: true,
		},
		{
			operation: 'POST /simulator/v1/instances/{}/messages',
			path,
			others: { from: null, content: 'Hello' },
			field: 'senderId',
			values: HOSTILE_PEOPLE,
		},
		{
			operation: 'POST /simulator/v1/instances/{}/echoes',
			path,
			others: { content: 'Hello' },
			field: 'to',
			values: HOSTILE_PEOPLE,
		},
		{
			operation: 'PUT /v1/messages/{}/reaction',
			path: { messageId: received },
			others: {},
			field: 'emoji',
			values: HOSTILE_EMOJI,
		},
		{
			operation: 'PUT /simulator/v1/instances/{}/messages/{}/reaction',
			path: { instanceId, messageId: received },
			others: {},
			field: 'emoji',
			values: HOSTILE_EMOJI,
			lenient: true,
		},
		{
			operation: 'POST /simulator/v1/instances/{}/polls/{}/votes',
			path: { instanceId, messageId: poll },
			others: { from: PHONE },
			field: 'options',
			values: HOSTILE_VOTES,
		},
		{
			operation: 'POST /simulator/v1/instances/{}/polls/{}/votes',
			path: { instanceId, messageId: poll },
			others: { options: ['Monday'] },
			field: 'senderId',
			values: HOSTILE_PEOPLE,
		},
		{
			operation: 'PATCH /v1/messages/{}',
			path: { messageId: own },
			others: {},
			field: 'message',
			values: HOSTILE_TEXTS,
		},
		{
			operation: 'PATCH /simulator/v1/instances/{}/messages/{}',
			path: { instanceId, messageId: received },
			others: {},
			field: 'content',
			values: HOSTILE_TEXTS,
		},
		{
			operation: 'POST /v1/messages/{}/forward',
			path: { messageId: received },
			others: { instanceId },
			field: 'to',
			values: HOSTILE_PEOPLE,
		},
		{
			operation: 'POST /v1/groups/{}/participants',
			path: { groupId },
			others: { instanceId, action: 'add' },
			field: 'participants',
			values: HOSTILE_PEOPLE,
			inList: true,
		},
		{
			operation: 'POST /v1/groups',
			others: { instanceId, name: 'Team' },
			field: 'participants',
			values: HOSTILE_PEOPLE,
			inList: true,
		},
	];
}

const KINDS = { location: HOSTILE_LOCATIONS, contacts: HOSTILE_CONTACTS, poll: HOSTILE_POLLS };

function send(others: Target['others'], field: string, values: Target['values']): Target {
	// The id of a message has any form.
	const lenient = field === 'quotedMessageId' ? ({ lenient: true } as const) : {};
	return { operation: 'POST /v1/messages/send', others, field, values, ...lenient };
}
