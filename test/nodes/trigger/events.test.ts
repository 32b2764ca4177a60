import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, findMessage, receiveMessage } from '../operations/fixture.ts';
import { until } from '../../../gateway/test/support/until.ts';
import { startGateway } from '../support/gateway.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { createConnectedInstance, createInstance } from '../support/instances.ts';
import { loadedPackage, TRIGGER_NODE } from '../support/loadedPackage.ts';
import { listWebhooks } from '../support/webhooks.ts';
import { withTrigger } from './withTrigger.ts';

const ADA = '491518000101';
const LID = '223456789012345@lid';
const TEXT = expect.any(String);
const TIME = expect.stringMatching(/^\d{4}-.*Z$/);

let fixture: Fixture;
/** An instance with settings.takeover. */
let deskId: string | undefined;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

/** The fields of responses that the tests read. */
interface Response {
	messageId: string;
	data: { id: string; failingSince: string | null };
}

function api(method: string, path: string, body?: object) {
	return fixture.gateway.request<Response>(method, path, body);
}

function simulator(method: string, path: string, body?: object) {
	return api(method, `/simulator/v1/instances/${fixture.instanceId}/${path}`, body);
}

/** Sends a message, waits until it was read, and returns its ID. */
async function sendAndWait(body: object): Promise<string> {
	const sent = await api('POST', '/v1/messages/send', { instanceId: fixture.instanceId, to: ADA, ...body });
	const { messageId } = sent.body;
	await until('the message is read', async () => (await findMessage(fixture, messageId)).status === 'read');
	return messageId;
}

async function sendTestEvent(event: string): Promise<void> {
	const [webhook] = await listWebhooks(fixture.gateway);
	await api('POST', `/v1/webhooks/${webhook?.id ?? ''}/test`, { event });
}

async function createGroup(): Promise<string> {
	const { body } = await simulator('POST', 'groups', {
		from: ADA,
		name: 'Choir',
		participants: ['491518000102'],
	});
	return body.data.id;
}

/** Takes or releases a chat of an instance with settings.takeover. */
async function setOwner(owner: 'person' | 'bot'): Promise<void> {
	deskId ??= await createConnectedInstance(fixture.gateway, 'Desk');
	await api('PATCH', `/v1/instances/${deskId}`, { settings: { takeover: { releaseAfter: '30m' } } });
	await api('POST', `/simulator/v1/instances/${deskId}/messages`, { from: ADA, content: 'Hello' });
	await api('PUT', `/v1/chats/${ADA}@s.whatsapp.net/owner`, { instanceId: deskId, owner });
}

/** The output of one event, and what causes it. */
interface EventCase {
	/** Everything but `event` and `timestamp`; `instanceId` where it is another one. */
	output: object;
	cause: () => Promise<unknown>;
}

const person = { senderId: `${ADA}@s.whatsapp.net`, from: ADA };
const ofMessage = { chatId: `${ADA}@s.whatsapp.net`, messageId: TEXT };
const sent = { ...ofMessage, to: ADA };
const change = { ...ofMessage, ...person, contactName: 'Ada', isFromMe: false };

const cases: Record<string, EventCase> = {
	'message.received': {
		output: { ...ofMessage, ...person, contactName: 'Ada', type: 'text', content: 'Hello' },
		cause: () => receiveMessage(fixture, { from: ADA, contactName: 'Ada', content: 'Hello' }),
	},
	'message.sent': {
		output: { ...sent, status: 'sent', type: 'text', content: 'Hi', metadata: { order: 7 } },
		cause: () => sendAndWait({ message: 'Hi', metadata: { order: 7 } }),
	},
	'message.delivered': {
		output: { ...sent, status: 'delivered', deliveredAt: TIME },
		cause: () => sendAndWait({ message: 'Hi' }),
	},
	'message.read': {
		output: { ...sent, status: 'read', readAt: TIME },
		cause: () => sendAndWait({ message: 'Hi' }),
	},
	'message.failed': {
		output: {
			chatId: '491518000000@s.whatsapp.net',
			messageId: TEXT,
			to: '491518000000',
			status: 'failed',
			error: { code: 'recipient_not_found', message: TEXT },
		},
		cause: () =>
			api('POST', '/v1/messages/send', {
				instanceId: fixture.instanceId,
				to: '491518000000',
				message: 'Nobody',
			}),
	},
	'message.echo': {
		output: { ...sent, source: 'phone', type: 'text', content: 'I will look' },
		cause: () => simulator('POST', 'echoes', { to: ADA, content: 'I will look' }),
	},
	'message.edited': {
		output: { ...change, content: 'Hello there' },
		cause: async () => {
			const id = await receiveMessage(fixture, { from: ADA, content: 'Hllo' });
			await simulator('PATCH', `messages/${id}`, { content: 'Hello there' });
		},
	},
	'message.deleted': {
		output: change,
		cause: async () => {
			const id = await receiveMessage(fixture, { from: ADA, content: 'Oops' });
			await simulator('DELETE', `messages/${id}`);
		},
	},
	'message.reaction': {
		output: { ...change, emoji: '👍' },
		cause: async () => {
			const id = await sendAndWait({ message: 'Done' });
			await simulator('PUT', `messages/${id}/reaction`, { from: ADA, emoji: '👍' });
		},
	},
	'message.unavailable': {
		output: { ...ofMessage, ...person, contactName: 'Ada', reason: 'view_once' },
		cause: () => receiveMessage(fixture, { from: ADA, unsupported: { reason: 'view_once' } }),
	},
	'poll.voted': {
		output: {
			...change,
			options: ['Tea'],
			counts: [
				{ option: 'Tea', votes: 1 },
				{ option: 'Coffee', votes: 0 },
			],
		},
		cause: async () => {
			const id = await sendAndWait({
				poll: { question: 'What?', options: ['Tea', 'Coffee'], selectable: 1 },
			});
			await simulator('POST', `polls/${id}/votes`, { from: ADA, options: ['Tea'] });
		},
	},
	'chat.taken': {
		output: { instanceId: TEXT, chatId: `${ADA}@s.whatsapp.net`, owner: 'person', until: TIME, by: 'api' },
		cause: () => setOwner('person'),
	},
	'chat.released': {
		output: { instanceId: TEXT, chatId: `${ADA}@s.whatsapp.net`, owner: 'bot', reason: 'request' },
		cause: async () => {
			await setOwner('person');
			await setOwner('bot');
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
		cause: () => simulator('POST', 'calls', { from: ADA, video: true }),
	},
	'presence.updated': {
		output: { chatId: `${ADA}@s.whatsapp.net`, ...person, state: 'typing' },
		cause: async () => {
			await api('POST', `/v1/chats/${ADA}@s.whatsapp.net/presence`, { instanceId: fixture.instanceId });
			await simulator('POST', 'presence', { from: ADA, state: 'typing' });
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
		cause: async () => {
			await receiveMessage(fixture, { from: null, senderId: LID, contactName: 'Eve', content: 'Who am I?' });
			await simulator('POST', `contacts/${LID}/reveal`, { phone: '491518000103' });
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
		cause: async () => {
			const id = await createGroup();
			await simulator('PATCH', `groups/${id}`, { by: ADA, description: 'We sing' });
			await simulator('PATCH', `groups/${id}`, { by: ADA, name: 'Chorus', description: null });
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
		cause: async () => {
			const id = await createGroup();
			await simulator('PATCH', `groups/${id}/participants`, {
				by: ADA,
				action: 'remove',
				participants: ['491518000102'],
			});
		},
	},
	'instance.connected': {
		output: { instanceId: TEXT, phone: TEXT, profileName: TEXT },
		cause: () => createConnectedInstance(fixture.gateway, 'Sales'),
	},
	'instance.disconnected': {
		output: { instanceId: TEXT, reason: 'logged_out' },
		cause: async () => {
			const id = await createConnectedInstance(fixture.gateway, 'Sales');
			await api('POST', `/simulator/v1/instances/${id}/logout`);
		},
	},
	'instance.qr_updated': {
		output: { instanceId: TEXT, qrCode: expect.stringMatching(/^data:image\/png/), expiresAt: TIME },
		cause: async () => {
			const id = await createInstance(fixture.gateway, 'Sales');
			await api('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
		},
	},
	'instance.restricted': {
		output: { instanceId: TEXT, active: true, kind: 'new_chats', message: TEXT },
		cause: async () => {
			const id = await createConnectedInstance(fixture.gateway, 'Sales');
			await api('POST', `/simulator/v1/instances/${id}/restriction`, { kind: 'new_chats' });
		},
	},
	'instance.notice': {
		output: { instanceId: TEXT, topic: 'test', message: TEXT, details: {}, test: true },
		cause: () => sendTestEvent('instance.notice'),
	},
	'webhook.failing': {
		output: {
			webhookId: TEXT,
			name: 'Shop',
			host: TEXT,
			since: TIME,
			failures: 5,
			statusCode: 500,
			paused: false,
		},
		cause: () => failAndRecover(),
	},
	'webhook.recovered': {
		output: { webhookId: TEXT, name: 'Shop', host: TEXT, failingSince: TIME },
		cause: () => failAndRecover(),
	},
};

/** Lets the deliveries of another webhook fail, and then succeed. */
async function failAndRecover(): Promise<void> {
	let status = 500;
	const shop = await startHttpServer((_request, response) => response.writeHead(status).end());
	const { body } = await api('POST', '/v1/webhooks', {
		url: shop.url,
		name: 'Shop',
		events: ['message.received'],
		instanceId: fixture.instanceId,
	});
	const webhookId = body.data.id;
	const failing = async () => (await api('GET', `/v1/webhooks/${webhookId}`)).body.data.failingSince !== null;
	for (let sending = 0; sending < 5; sending++)
		await receiveMessage(fixture, { from: ADA, content: 'Order' });
	await until('the webhook fails', failing);
	status = 200;
	await receiveMessage(fixture, { from: ADA, content: 'Order' });
	await until('the webhook recovers', async () => !(await failing()));
	await api('DELETE', `/v1/webhooks/${webhookId}`);
	await shop.close();
}

describe('version 2 starts the workflow with the fields of the kind on', () => {
	beforeAll(async () => {
		await receiveMessage(fixture, { from: ADA, contactName: 'Ada', content: 'I am here' });
	});

	it.each(Object.entries(cases))('%s', async (event, { output, cause }) => {
		const parameters = { events: [event], options: { ordered: true } };
		await withTrigger(fixture.credential, parameters, async (host) => {
			await cause();

			const starts = [await host.nextStart()];
			if (event === 'group.updated') starts.push(await host.nextStart());
			// Executions start in order, but the second one may end before the first.
			const [item] = starts.find(([first]) => first?.json.description !== 'We sing') ?? [];

			const json = { ...item?.json };
			if (!('instanceId' in output)) {
				expect(json.instanceId).toBe(fixture.instanceId);
				delete json.instanceId;
			}
			expect(json).toEqual({ event, timestamp: TIME, ...output });
		});
	});

	it('every event of the form', async () => {
		await loadedPackage.loadAll();
		const { properties } = loadedPackage.getNode(TRIGGER_NODE).type.description as unknown as {
			properties: { name: string; options: INodePropertyOptions[] }[];
		};
		const events = properties
			.find(({ name }) => name === 'events')
			?.options.map(({ value }) => String(value));
		expect(Object.keys(cases).sort()).toEqual(events?.sort());
	});
});
