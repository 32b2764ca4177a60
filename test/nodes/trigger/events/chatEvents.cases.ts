import { expect } from '@jest/globals';

import type { Fixture } from '../../operations/fixture.ts';
import { receiveMessage } from '../../operations/fixture.ts';
import { createConnectedInstance } from '../../support/instances.ts';
import type { EventCase } from './eventCase.ts';
import { ADA, api, person, simulator, TEXT, TIME } from './eventCase.ts';

const LID = '223456789012345@lid';

/** The events of chats, calls, contacts and groups. */
export const chatEvents: Record<string, EventCase> = {
	'chat.taken': {
		output: { instanceId: TEXT, chatId: `${ADA}@s.whatsapp.net`, owner: 'person', until: TIME, by: 'api' },
		cause: async (fixture) => setOwner(fixture, await createDesk(fixture), 'person'),
	},
	'chat.released': {
		output: { instanceId: TEXT, chatId: `${ADA}@s.whatsapp.net`, owner: 'bot', reason: 'request' },
		cause: async (fixture) => {
			const deskId = await createDesk(fixture);
			await setOwner(fixture, deskId, 'person');
			await setOwner(fixture, deskId, 'bot');
		},
	},
	'call.received': {
		output: {
			chatId: `${ADA}@s.whatsapp.net`,
			callId: TEXT,
			...person,
			contactName: TEXT,
			video: true,
			rejected: false,
		},
		cause: (fixture) => simulator(fixture, 'POST', 'calls', { from: ADA, video: true }),
	},
	'presence.updated': {
		output: { chatId: `${ADA}@s.whatsapp.net`, ...person, state: 'typing' },
		cause: async (fixture) => {
			await api(fixture, 'POST', `/v1/chats/${ADA}@s.whatsapp.net/presence`, {
				instanceId: fixture.instanceId,
			});
			await simulator(fixture, 'POST', 'presence', { from: ADA, state: 'typing' });
		},
	},
	'contact.updated': {
		output: {
			contactId: '491518000103@s.whatsapp.net',
			phone: '491518000103',
			contactName: 'Eve',
			changed: ['ids'],
			earlierIds: [LID],
		},
		cause: async (fixture) => {
			await receiveMessage(fixture, { from: null, senderId: LID, contactName: 'Eve', content: 'Who am I?' });
			await simulator(fixture, 'POST', `contacts/${LID}/reveal`, { phone: '491518000103' });
		},
	},
	'group.updated': {
		output: {
			groupId: expect.stringMatching(/@g\.us$/),
			groupName: 'Chorus',
			...person,
			isFromMe: false,
			changed: ['name', 'description'],
			name: 'Chorus',
			description: null,
		},
		cause: async (fixture) => {
			const id = await createGroup(fixture);
			await simulator(fixture, 'PATCH', `groups/${id}`, { by: ADA, description: 'We sing' });
			await simulator(fixture, 'PATCH', `groups/${id}`, { by: ADA, name: 'Chorus', description: null });
		},
	},
	'group.participants': {
		output: {
			groupId: expect.stringMatching(/@g\.us$/),
			groupName: 'Choir',
			...person,
			isFromMe: false,
			action: 'remove',
			participants: [{ id: '491518000102@s.whatsapp.net', phone: '491518000102' }],
		},
		cause: async (fixture) => {
			const id = await createGroup(fixture);
			await simulator(fixture, 'PATCH', `groups/${id}/participants`, {
				by: ADA,
				action: 'remove',
				participants: ['491518000102'],
			});
		},
	},
};

async function createGroup(fixture: Fixture): Promise<string> {
	const { body } = await simulator(fixture, 'POST', 'groups', {
		from: ADA,
		name: 'Choir',
		participants: ['491518000102'],
	});
	return body.data.id;
}

/** Creates an instance with settings.takeover that knows the chat with Ada; returns its ID. */
async function createDesk(fixture: Fixture): Promise<string> {
	const deskId = await createConnectedInstance(fixture.gateway, 'Desk');
	await api(fixture, 'PATCH', `/v1/instances/${deskId}`, { settings: { takeover: { releaseAfter: '30m' } } });
	await api(fixture, 'POST', `/simulator/v1/instances/${deskId}/messages`, { from: ADA, content: 'Hello' });
	return deskId;
}

/** Takes or releases the chat with Ada of an instance. */
async function setOwner(fixture: Fixture, deskId: string, owner: 'person' | 'bot'): Promise<void> {
	await api(fixture, 'PUT', `/v1/chats/${ADA}@s.whatsapp.net/owner`, { instanceId: deskId, owner });
}
