import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { toBoolean } from '../../../nodes/MessagingGateway/descriptions/boolean.ts';
import type { Fixture } from '../operations/fixture.ts';
import { createFixture, getData, locator, receiveMessage, sendMessage } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { runNode } from '../support/runNode.ts';

describe('toBoolean', () => {
	it.each([
		['true', true],
		[' False ', false],
		['', ''],
		['yes', 'yes'],
		[true, true],
		[undefined, undefined],
		[null, null],
		[1, 1],
	])('converts %j to %j', (value, expected) => {
		expect(toBoolean(value)).toBe(expected);
	});
});

describe('a boolean that an expression returns as a text', () => {
	const FROM = '491517000041';
	let fixture: Fixture;

	beforeAll(async () => {
		fixture = await createFixture(await startGateway());
		await receiveMessage(fixture, { from: FROM, content: 'One' });
		await sendMessage(fixture, FROM, 'Two');
	});

	afterAll(async () => {
		await fixture.gateway.stop();
	});

	function run(resource: string, operation: string, parameters: INodeParameters) {
		const instance = locator('instanceId', fixture.instanceId);
		return runNode(fixture.credential, { resource, operation, ...instance, ...parameters });
	}

	it('limits a list', async () => {
		const { items } = await run('message', 'getAll', { returnAll: '={{ "false" }}', limit: 1 });

		expect(items).toHaveLength(1);
	});

	it('filters the history', async () => {
		const { items } = await run('message', 'getAll', { filters: { scheduled: '={{ "true" }}' } });

		expect(items).toEqual([]);
	});

	it('changes a chat', async () => {
		const parameters = { ...locator('chatId', FROM), updateFields: { pinned: '={{ "True" }}' } };

		expect((await run('chat', 'update', parameters)).items).toMatchObject([{ json: { pinned: true } }]);
	});

	it('rotates the secret of a webhook', async () => {
		const { body } = await fixture.gateway.request<{ data: { id: string; secret: string } }>(
			'POST',
			'/v1/webhooks',
			{ url: 'https://example.com/events', events: ['message.received'] },
		);
		const parameters = {
			...locator('webhookId', body.data.id),
			updateFields: { rotateSecret: '={{ "true" }}' },
		};

		const { items } = await run('webhook', 'update', parameters);

		const { secret } = await getData<{ secret: string }>(fixture, `/v1/webhooks/${body.data.id}`);
		expect(secret).not.toBe(body.data.secret);
		expect(items).toMatchObject([{ json: { secret } }]);
	});

	it('is refused by the gateway when it is no boolean', async () => {
		const parameters = { ...locator('chatId', FROM), updateFields: { pinned: '={{ "maybe" }}' } };

		expect((await run('chat', 'update', parameters)).error).toMatchObject({
			description: expect.stringContaining('"pinned" must be boolean'),
		});
	});
});
