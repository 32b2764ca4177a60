import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, locator, receiveMessage } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { runNode } from '../support/runNode.ts';

const FROM = '491517000051';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: FROM, content: 'Hello' });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function getMany(resource: string, operation: string, parameters: INodeParameters) {
	const item = { kinds: ['message.sent'], chat: { chatId: FROM } };
	const instance = locator('instanceId', fixture.instanceId);
	const all = { resource, operation, ...instance, returnAll: true, ...parameters };
	return runNode(fixture.credential, all, [item]);
}

describe('a filter for which an expression returns a list or an object', () => {
	const chat = locator('chatId', FROM);

	it.each([
		['chat', 'getEvents', { ...chat, filters: { kind: '={{ $json.kinds }}' } }, 'kind'],
		['instance', 'getAll', { filters: { status: '={{ $json }}' } }, 'status'],
		['webhook', 'getAll', { filters: { status: '={{ $json.kinds }}' } }, 'status'],
		['message', 'search', { words: 'Hello', filters: { type: '={{ $json.kinds }}' } }, 'type'],
	] as const)('fails %s > %s, which would return everything: %j', async (resource, operation, form, name) => {
		const { error, items } = await getMany(resource, operation, form);

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: `The value of "${name}" is a list or an object`,
			context: { itemIndex: 0 },
		});
		expect(items).toEqual([]);
	});

	it('fails where the field selects a chat, which would be an unknown one', async () => {
		const { error } = await getMany('message', 'getAll', {
			filters: locator('chatId', '={{ $json.chat }}'),
		});

		expect(error).toMatchObject({ message: 'The value of "filters.chatId" is an object' });
	});
});
