import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { until } from '../../../../gateway/test/support/until.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, findMessage, receiveMessage, sendMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { listWebhooks } from '../../support/webhooks.ts';
import { withTrigger } from '../withTrigger.ts';

const ADA = '491518000201';
const CHAT = `${ADA}@s.whatsapp.net`;

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receive('The chat begins');
});

afterAll(async () => {
	await fixture.gateway.stop();
});

const receive = (content: string, more: IDataObject = {}) =>
	receiveMessage(fixture, { from: ADA, content, ...more });

async function echo(content: string): Promise<void> {
	const path = `/simulator/v1/instances/${fixture.instanceId}/echoes`;
	await fixture.gateway.request('POST', path, { to: ADA, content });
}

async function setOwner(owner: 'person' | 'bot'): Promise<void> {
	const { gateway, instanceId } = fixture;
	await gateway.request('PATCH', `/v1/instances/${instanceId}`, {
		settings: { takeover: owner === 'person' ? { releaseAfter: '30m' } : null },
	});
	if (owner === 'bot') return;
	await gateway.request('PUT', `/v1/chats/${CHAT}/owner`, { instanceId, owner });
}

/** Sends a message from the instance, waits until the other phone has it, and returns its ID. */
async function sendOwn(): Promise<string> {
	const id = await sendMessage(fixture, ADA, 'At eight?');
	await until('the message is read', async () => (await findMessage(fixture, id)).status === 'read');
	return id;
}

/** Waits until the gateway has left out so many events because of the webhook's filter. */
async function filtered(count: number): Promise<void> {
	const [webhook] = await listWebhooks(fixture.gateway);
	const path = `/v1/webhooks/${webhook?.id ?? ''}/deliveries?status=filtered`;
	await until(`${count} filtered deliveries`, async () => {
		const { body } = await fixture.gateway.request<{ data: { deliveries: unknown[] } }>('GET', path);
		return body.data.deliveries.length === count;
	});
}

interface FilterCase {
	parameters: INodeParameters;
	/** Causes the event that starts nothing. */
	leftOut: () => Promise<unknown>;
	/** Causes the event that starts the workflow, with the content "Wanted". */
	wanted: () => Promise<unknown>;
	/** Number of events that the gateway filters out. */
	atGateway: number;
}

const RECEIVED = ['message.received'];
const WITH_ECHO = ['message.received', 'message.echo'];

const cases: Record<string, FilterCase> = {
	'Leave Out Taken Chats': {
		parameters: { events: RECEIVED, filters: { leaveOutTakenChats: true } },
		leftOut: async () => {
			await setOwner('person');
			await receive('Taken');
			await setOwner('bot');
		},
		wanted: () => receive('Wanted'),
		atGateway: 1,
	},
	'Only Replies to My Messages': {
		parameters: { events: RECEIVED, filters: { onlyRepliesToMe: true } },
		leftOut: async () => {
			const theirs = await receive('At nine?');
			await receive('I mean ten', { quotedMessageId: theirs });
		},
		wanted: async () => receive('Wanted', { quotedMessageId: await sendOwn() }),
		atGateway: 0,
	},
	'a tapped button': {
		parameters: { events: RECEIVED, filters: { onlyRepliesToMe: true } },
		leftOut: () => receive('Hello'),
		wanted: () =>
			receiveMessage(fixture, { from: ADA, reply: { kind: 'button', id: 'yes', title: 'Wanted' } }),
		atGateway: 0,
	},
	'Own Messages: Only': {
		parameters: { events: WITH_ECHO, filters: { ownMessages: 'only' } },
		leftOut: () => receive('Theirs'),
		wanted: () => echo('Wanted'),
		atGateway: 1,
	},
	'Own Messages: Leave Out': {
		parameters: { events: WITH_ECHO, filters: { ownMessages: 'leaveOut' } },
		leftOut: () => echo('Mine'),
		wanted: () => receive('Wanted'),
		atGateway: 1,
	},
	'Message Types': {
		parameters: { events: RECEIVED, filters: { types: ['location', 'poll'] } },
		leftOut: () => receive('A text'),
		wanted: () => receive('Wanted', { type: 'poll', poll: { question: 'Wanted', options: ['a', 'b'] } }),
		atGateway: 1,
	},
	'Text Contains': {
		parameters: { events: RECEIVED, filters: { textContains: 'wANTed' } },
		leftOut: () => receive('Something else'),
		wanted: () => receive('Wanted'),
		atGateway: 1,
	},
	'Text Contains with an expression': {
		parameters: { events: RECEIVED, filters: { textContains: '={{ "wanted" }}' } },
		leftOut: () => receive('Something else'),
		wanted: () => receive('Wanted'),
		atGateway: 0,
	},
	Chats: {
		parameters: { events: RECEIVED, filters: { chats: `+${ADA}` } },
		leftOut: () => receive('Elsewhere', { from: '491518000202' }),
		wanted: () => receive('Wanted'),
		atGateway: 1,
	},
};

describe('the filter', () => {
	it.each(Object.entries(cases))('%s', async (_name, { parameters, leftOut, wanted, atGateway }) => {
		await withTrigger(fixture.credential, parameters, async (host) => {
			await leftOut();
			await wanted();

			const [item] = await host.nextStart();
			expect(item?.json.content).toBe('Wanted');
			await filtered(atGateway);
			await host.waitForRequests();
			expect(host.starts).toHaveLength(1);
		});
	});

	it.each(Object.entries(cases))('%s is off by default', async (_name, { parameters, leftOut }) => {
		await withTrigger(fixture.credential, { events: parameters.events ?? [] }, async (host) => {
			await leftOut();
			expect(await host.nextStart()).toHaveLength(1);
		});
	});
});
