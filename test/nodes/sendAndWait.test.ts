import { createHmac } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { until } from '../../gateway/test/support/until.ts';
import type { World } from './operations/world.ts';
import { createWorld, dataOf, idIn, located, receivedMessage } from './operations/world.ts';
import { startGateway } from './support/gateway.ts';
import { createConnectedInstance } from './support/instances.ts';
import { ACTION_NODE, nodeTypes } from './support/loadedPackage.ts';
import { WaitingN8n } from './support/waitingN8n.ts';

interface Webhook {
	id: string;
	name: string;
	url: string;
	secret: string;
	instanceId: string;
}

const BOSS = '491519000011';
const OTHER = '491519000012';

let world: World;
let n8n: WaitingN8n;

beforeAll(async () => {
	world = await createWorld(await startGateway());
});

afterAll(async () => {
	await world.gateway.stop();
});

beforeEach(async () => {
	n8n = new WaitingN8n(world.credential);
	await n8n.listen();
});

afterEach(async () => {
	expect(n8n.failures).toEqual([]);
	await n8n.close();
	for (const { id } of await webhooks()) await world.gateway.request('DELETE', `/v1/webhooks/${id}`);
});

function webhooks(): Promise<Webhook[]> {
	return dataOf<Webhook[]>(world, '/v1/webhooks');
}

function ask(parameters: INodeParameters = {}, items: INodeExecutionData[] = [{ json: {} }]) {
	return n8n.run(
		{
			resource: 'message',
			operation: 'sendAndWait',
			...located('instanceId', world.instanceId),
			...located('to', `+${BOSS}`),
			message: 'May we order?',
			...parameters,
		},
		items,
	);
}

async function contentsTo(phone: string): Promise<unknown[]> {
	const messages = await dataOf<IDataObject[]>(
		world,
		`/v1/messages?instanceId=${world.instanceId}&phone=${phone}&limit=100`,
	);
	return messages.filter(({ direction }) => direction === 'outbound').map(({ content }) => content);
}

describe('Message > Send and Wait for Response', () => {
	it.each(['123456789012345@lid', 'US.1234567890abc@bsuid'])(
		'takes the reply of somebody without a phone number, and of nobody else: %s',
		async (senderId) => {
			await ask(located('to', senderId));
			const end = n8n.nextEnd();
			await receivedMessage(world, { from: '123456789012345', content: 'Somebody with these digits' });
			await receivedMessage(world, { from: null, senderId: '998877665544332@lid', content: 'Another one' });
			await receivedMessage(world, { from: null, senderId, content: 'Go ahead' });
			const { items, error } = await end;

			expect(error).toBeUndefined();
			expect(items).toMatchObject([{ json: { text: 'Go ahead', from: null, senderId, chatId: senderId } }]);
		},
	);

	it('waits until the contact answers in the chat, and goes on with the reply', async () => {
		const asked = await ask();
		expect(asked.waitTill?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);

		const end = n8n.nextEnd();
		const messageId = await receivedMessage(world, { from: BOSS, contactName: 'Boss', content: 'Go ahead' });
		const { items, error } = await end;

		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{
				json: {
					timedOut: false,
					text: 'Go ahead',
					from: BOSS,
					contactName: 'Boss',
					chatId: `${BOSS}@s.whatsapp.net`,
					instanceId: world.instanceId,
					messageId,
					questionId: idIn(asked.items[0], 'messageId'),
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await contentsTo(BOSS)).toContain('May we order?');
	});

	it('registers a webhook for the wait alone, and deletes it with the reply', async () => {
		await ask();
		expect(await webhooks()).toMatchObject([
			{
				name: expect.stringMatching(/^n8n waits for a reply until .*Z: Approvals$/),
				url: expect.stringContaining(`${n8n.url}/webhook-waiting/`),
				instanceId: world.instanceId,
			},
		]);

		const end = n8n.nextEnd();
		await receivedMessage(world, { from: BOSS, content: 'Yes' });
		await end;

		await until('the end of the webhook', async () => (await webhooks()).length === 0);
	});

	it('waits on while others write, or the contact writes elsewhere', async () => {
		await ask();

		for (const message of [
			{ from: OTHER, content: 'Me too' },
			{ from: BOSS, chatId: '120363041234567890@g.us', content: 'In a group' },
		]) {
			const answer = n8n.nextAnswer();
			await receivedMessage(world, message);
			expect(await answer).toBe(200);
		}
		expect(n8n.ended).toEqual([]);

		const end = n8n.nextEnd();
		await receivedMessage(world, { from: BOSS, content: 'Here' });
		expect((await end).items).toMatchObject([{ json: { text: 'Here' } }]);
	});

	it('goes on at the time limit, saying so', async () => {
		const asked = await ask({ limitAmount: 30, limitUnit: 'minutes', responseType: 'approval' });
		expect(asked.waitTill?.getTime()).toBeLessThan(Date.now() + 31 * 60_000);

		const { items } = await n8n.timeOut(asked);

		expect(items).toMatchObject([
			{
				json: {
					timedOut: true,
					approved: false,
					to: BOSS,
					instanceId: world.instanceId,
					questionId: idIn(asked.items[0], 'messageId'),
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('deletes the webhooks of waits that ended without a reply, and only those', async () => {
		const register = (name: string) =>
			world.gateway.request('POST', '/v1/webhooks', { url: n8n.url, events: ['message.received'], name });
		const ended = 'n8n waits for a reply until 2026-01-01T00:00:00.000Z: Approvals';
		const waiting = 'n8n waits for a reply until 2999-01-01T00:00:00.000Z: Approvals';
		await register(ended);
		await register(waiting);
		await register('Mine');

		await ask();

		const names = (await webhooks()).map(({ name }) => name);
		expect(names).toHaveLength(3);
		expect(names).not.toContain(ended);
		expect(names).toEqual(expect.arrayContaining(['Mine', waiting]));
	});

	it('refuses several items before anything is sent', async () => {
		const before = await contentsTo(OTHER);

		const { error } = await ask(located('to', OTHER), [{ json: {} }, { json: {} }]);

		expect(error).toMatchObject({
			message: 'Send and Wait takes one item at a time',
			description: expect.stringContaining('Loop Over Items'),
		});
		expect(await contentsTo(OTHER)).toEqual(before);
	});

	it('leaves no webhook behind when the question cannot be sent', async () => {
		const { error, waitTill } = await ask({ message: 'x'.repeat(4097) });

		expect(error).toMatchObject({ message: 'A parameter is not valid' });
		expect(waitTill).toBeUndefined();
		expect(await webhooks()).toEqual([]);
	});
});

describe('an answer to choose', () => {
	const choices: INodeParameters = { responseType: 'choice', choices: 'Morning, Afternoon, Evening' };

	it.each([
		['afternoon.', 'Afternoon'],
		['3', 'Evening'],
		[' MORNING ', 'Morning'],
	])('is understood: "%s" is %s', async (content, choice) => {
		await ask(choices);
		const end = n8n.nextEnd();
		await receivedMessage(world, { from: BOSS, content });

		expect((await end).items).toMatchObject([{ json: { choice, text: content } }]);
		expect(await contentsTo(BOSS)).toContain('May we order?\n\n1. Morning\n2. Afternoon\n3. Evening');
	});

	it('is asked for again when it is none, once, and the next one counts', async () => {
		await ask({ ...choices, options: { askAgainMessage: 'One of these, please:' } });
		const answer = n8n.nextAnswer();
		await receivedMessage(world, { from: BOSS, content: 'At night' });
		expect(await answer).toBe(200);

		const again = 'One of these, please:\n1. Morning\n2. Afternoon\n3. Evening';
		await until('the question', async () => (await contentsTo(BOSS)).includes(again));

		const end = n8n.nextEnd();
		await receivedMessage(world, { from: BOSS, content: 'evening' });
		expect((await end).items).toMatchObject([{ json: { choice: 'Evening' } }]);
		expect((await contentsTo(BOSS)).filter((content) => content === again)).toHaveLength(1);
	});

	it('is not asked for again when that is switched off', async () => {
		const before = (await contentsTo(BOSS)).length;
		await ask({ ...choices, options: { askAgain: false, showChoices: false } });
		const answer = n8n.nextAnswer();
		await receivedMessage(world, { from: BOSS, content: 'At night' });
		await answer;

		expect((await contentsTo(BOSS)).slice(0, -before)).toEqual(['May we order?']);
	});

	it.each([
		['yes', true],
		['No!', false],
		['2', false],
	])('approves or declines: %s', async (content, approved) => {
		await ask({ responseType: 'approval' });
		const end = n8n.nextEnd();
		await receivedMessage(world, { from: BOSS, content });

		expect((await end).items).toMatchObject([{ json: { approved } }]);
	});

	it('may have words of its own', async () => {
		await ask({
			responseType: 'approval',
			approvalOptions: { values: { approveLabel: 'Freigeben', declineLabel: 'Ablehnen' } },
		});
		const end = n8n.nextEnd();
		await receivedMessage(world, { from: BOSS, content: 'freigeben' });

		expect((await end).items).toMatchObject([{ json: { approved: true, choice: 'Freigeben' } }]);
	});

	it('must be there', async () => {
		expect((await ask({ responseType: 'choice', choices: ' , ' })).error).toMatchObject({
			message: 'There are no choices to choose from',
		});
	});
});

describe('a question to a group', () => {
	const group = '120363041234567890@g.us';

	it('is answered by those whose reply counts', async () => {
		const created = await world.gateway.request<{ data: { id: string } }>('POST', '/v1/groups', {
			instanceId: world.instanceId,
			name: 'Board',
			participants: [BOSS, OTHER],
		});
		const chatId = created.body.data.id;
		await ask({ ...located('to', chatId), options: { senders: `+${BOSS}` } });

		const answer = n8n.nextAnswer();
		await receivedMessage(world, { from: OTHER, chatId, content: 'I say yes' });
		await answer;
		expect(n8n.ended).toEqual([]);

		const end = n8n.nextEnd();
		await receivedMessage(world, { from: BOSS, chatId, content: 'Yes' });
		expect((await end).items).toMatchObject([{ json: { text: 'Yes', from: BOSS, chatId } }]);
		expect(chatId).not.toBe(group);
	});
});

describe("n8n's human-in-the-loop tool", () => {
	it('is made of the node: it has a webhook, and an operation by the name n8n looks for', () => {
		const { description } = nodeTypes.getByNameAndVersion(ACTION_NODE, 1);
		const operations = description.properties.filter(({ name }) => name === 'operation');
		const hasIt = operations.filter(({ options }) =>
			options?.some((option) => 'value' in option && option.value === SEND_AND_WAIT_OPERATION),
		);

		expect(description.webhooks).toHaveLength(1);
		expect(hasIt.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual([['message']]);
		const words = description.properties.find(({ name }) => name === 'approvalOptions');
		expect(words?.displayOptions?.show?.responseType).toEqual(['approval']);
	});

	it('is told whether its request is approved', async () => {
		// What n8n's tool leaves of the form: these are hidden there, with just these values.
		const hidden = { resource: 'message', operation: 'sendAndWait', responseType: 'approval' };
		const message = 'The agent wants to run this tool: {{ $json.tool }}';
		await ask({ ...hidden, message: `=${message}` }, [{ json: { tool: 'refund', toolCallId: 'call_1' } }]);
		const end = n8n.nextEnd();
		await receivedMessage(world, { from: BOSS, content: 'no' });

		expect((await end).items[0]?.json.approved).toBe(false);
		expect(await contentsTo(BOSS)).toContain('The agent wants to run this tool: refund\n\n1. Yes\n2. No');
	});
});

describe('a delivery to the waiting execution', () => {
	async function postTo(body: string, headers: Record<string, string>): Promise<number> {
		const [{ url } = { url: '' }] = await webhooks();
		const response = await fetch(url, { method: 'POST', body, headers });
		await response.text();
		return response.status;
	}

	function reply(changes: object = {}, data: object = {}): string {
		return JSON.stringify({
			event: 'message.received',
			eventId: 'evt_1',
			timestamp: '2026-11-20T12:00:00.000Z',
			data: {
				instanceId: world.instanceId,
				messageId: 'msg_zzzzzzzzzzzzzzzzzzzzzzzzzz',
				chatId: `${BOSS}@s.whatsapp.net`,
				from: BOSS,
				isGroup: false,
				type: 'text',
				content: 'Yes',
				...data,
			},
			...changes,
		});
	}

	async function signed(body: string): Promise<Record<string, string>> {
		const [webhook] = await webhooks();
		const { secret } = await dataOf<Webhook>(world, `/v1/webhooks/${webhook?.id ?? ''}`);
		return { 'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
	}

	it('is taken with the signature of this wait', async () => {
		await ask();
		const end = n8n.nextEnd();

		expect(await postTo(reply(), await signed(reply()))).toBe(200);
		expect((await end).items).toMatchObject([{ json: { text: 'Yes' } }]);
	});

	it('is taken when it comes once more, because n8n could not go on with it at first', async () => {
		await ask();
		n8n.canGoOn = false;
		expect(await postTo(reply(), await signed(reply()))).toBe(500);
		n8n.canGoOn = true;

		const end = n8n.nextEnd();
		expect(await postTo(reply(), await signed(reply()))).toBe(200);
		expect((await end).items).toMatchObject([{ json: { text: 'Yes' } }]);
	});

	it('waits on when the question cannot be asked again, and is to be delivered once more', async () => {
		const instanceId = await createConnectedInstance(world.gateway, 'Soon gone');
		await ask({ ...located('instanceId', instanceId), responseType: 'approval' });
		await world.gateway.request('POST', `/v1/instances/${instanceId}/disconnect`);
		const other = reply({}, { instanceId, content: 'Perhaps' });
		const yes = reply({ eventId: 'evt_2' }, { instanceId });

		expect(await postTo(other, await signed(other))).toBe(503);
		expect(n8n.failures).toEqual([]);
		const end = n8n.nextEnd();
		expect(await postTo(yes, await signed(yes))).toBe(200);
		expect((await end).items).toMatchObject([{ json: { approved: true } }]);
	});

	it.each([
		['without a signature', {}],
		['with a signature of another secret', { 'x-service-signature': `sha256=${'0'.repeat(64)}` }],
	])('is refused %s', async (_what, headers) => {
		await ask();

		expect(await postTo(reply(), headers)).toBe(401);
		expect(n8n.ended).toEqual([]);
	});

	it.each([
		['a sample event', { test: true }, {}],
		['another kind of event', { event: 'message.read' }, {}],
		['of another instance', {}, { instanceId: 'inst_00000000000000000000000000' }],
		['a message from before the question', {}, { messageId: 'msg_00000000000000000000000000' }],
	])('is no reply when it is %s', async (_what, changes, data) => {
		await ask();
		const body = reply(changes, data);

		expect(await postTo(body, await signed(body))).toBe(200);
		expect(n8n.ended).toEqual([]);
	});
});
