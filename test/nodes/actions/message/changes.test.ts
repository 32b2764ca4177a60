import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import {
	createFixture,
	findMessage,
	getData,
	locator,
	receiveMessage,
	sendMessage,
} from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { ACTION_NODE } from '../../support/loadedPackage.ts';
import { runNode } from '../../support/runNode.ts';
import { searchList } from '../../support/searchList.ts';

const TO = '491519000011';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function change(operation: string, messageId: string, parameters: INodeParameters = {}) {
	return runNode(fixture.credential, {
		resource: 'message',
		operation,
		...locator('messageId', messageId),
		...parameters,
	});
}

const detailOf = (messageId: string) => getData(fixture, `/v1/messages/${messageId}`);

async function sentMessage(): Promise<string> {
	const messageId = await sendMessage(fixture, TO, 'Sent');
	await findMessage(fixture, messageId, fixture.instanceId, ({ status }) => status === 'read');
	return messageId;
}

describe('Message > React', () => {
	it.each(['', ' ', '={{ $json.none }}'])('takes the reaction back for %j', async (emoji) => {
		const messageId = await receiveMessage(fixture, { from: TO, content: 'Thanks' });
		await change('react', messageId, { emoji: '👍' });
		expect(await detailOf(messageId)).toMatchObject({ reactions: [{ emoji: '👍' }] });

		const { items } = await change('react', messageId, { emoji });

		expect(items).toMatchObject([{ json: { messageId, emoji: null } }]);
		expect(await detailOf(messageId)).not.toHaveProperty('reactions');
	});

	it('refuses what is not one emoji', async () => {
		const messageId = await receiveMessage(fixture, { from: TO, content: 'Thanks' });

		expect((await change('react', messageId, { emoji: ':)' })).error).toMatchObject({
			message: 'A parameter is not valid',
			description: expect.stringContaining('exactly one emoji'),
		});
	});
});

describe('Message > Cancel', () => {
	it('refuses a message that was sent, which stays as it is', async () => {
		const messageId = await sentMessage();

		const { error } = await change('cancel', messageId);

		expect(error).toMatchObject({
			message: 'The message was sent and cannot be cancelled',
			httpCode: '409',
		});
		expect(await detailOf(messageId)).not.toHaveProperty('deletedAt');
	});

	it('lists the scheduled messages to choose from', async () => {
		await sentMessage();
		const { body } = await fixture.gateway.request<{ messageId: string }>('POST', '/v1/messages/send', {
			instanceId: fixture.instanceId,
			to: TO,
			message: 'A reminder',
			sendAt: new Date(Date.now() + 3_600_000).toISOString(),
		});

		const { results } = await searchList(fixture.credential, {
			nodeName: ACTION_NODE,
			list: 'searchScheduledMessages',
			parameters: locator('instanceId', fixture.instanceId),
		});

		expect(results).toMatchObject([{ name: `A reminder (to +${TO})`, value: body.messageId }]);
		expect(results).toHaveLength(1);
	});
});

describe('Message > Forward', () => {
	it('sends the message once for a key', async () => {
		const messageId = await receiveMessage(fixture, { from: TO, content: 'Pass it on' });
		const to = '491519000012';
		const forward = () =>
			change('forward', messageId, {
				...locator('instanceId', fixture.instanceId),
				...locator('to', to),
				options: { idempotencyKey: 'forward-once' },
			});

		const first = await forward();
		const second = await forward();

		expect(second.items[0]?.json.messageId).toBe(first.items[0]?.json.messageId);
		await findMessage(fixture, first.items[0]?.json.messageId);
		expect(await getData(fixture, `/v1/messages?instanceId=${fixture.instanceId}&phone=${to}`)).toHaveLength(
			1,
		);
	});
});

describe('Message > Edit', () => {
	it('refuses a received message', async () => {
		const messageId = await receiveMessage(fixture, { from: TO, content: 'Theirs' });

		expect((await change('edit', messageId, { message: 'Mine' })).error).toMatchObject({
			message: 'Only messages that this instance sent can be changed',
		});
	});
});
