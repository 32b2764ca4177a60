import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, locator, receiveMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { runNode, runNodeWith } from '../../support/runNode.ts';

const ADA = '491511000041';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: ADA, content: 'Hello' });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function getAll(typeVersion: number, filters = {}) {
	const instance = locator('instanceId', fixture.instanceId);
	const parameters = { resource: 'chat', operation: 'getAll', ...instance, filters };
	return runNodeWith(fixture.credential, parameters, [{ json: {} }], 'stopWorkflow', undefined, typeVersion);
}

describe('Chat > Update', () => {
	it('fails without a request when no field was added', async () => {
		const { error } = await runNode(fixture.credential, {
			resource: 'chat',
			operation: 'update',
			...locator('instanceId', fixture.instanceId),
			...locator('chatId', ADA),
			updateFields: {},
		});

		expect(error).toMatchObject({ message: 'No fields to update' });
	});

	it('mutes a chat until a time', async () => {
		const mutedUntil = new Date(Date.now() + 3_600_000).toISOString();
		const { items } = await runNode(fixture.credential, {
			resource: 'chat',
			operation: 'update',
			...locator('instanceId', fixture.instanceId),
			...locator('chatId', ADA),
			updateFields: { mutedUntil },
		});

		expect(items).toMatchObject([{ json: { mutedUntil, pinned: false } }]);
	});
});

describe('Chat > Get Many', () => {
	it('returns the same fields in version 1 as before', async () => {
		const { items } = await getAll(1);

		expect(Object.keys(items[0]?.json ?? {})).toEqual([
			'chatId',
			'contactName',
			'phone',
			'isGroup',
			'unreadCount',
			'lastMessage',
		]);
	});

	it('returns only archived chats, or only the others', async () => {
		const { gateway, instanceId } = fixture;
		const chatId = `${ADA}@s.whatsapp.net`;
		await gateway.request('PATCH', `/v1/chats/${chatId}`, { instanceId, archived: true });

		expect((await getAll(2, { archived: true })).items).toMatchObject([{ json: { chatId, archived: true } }]);
		expect((await getAll(2, { archived: false })).items).toEqual([]);
		expect((await getAll(2)).items).toHaveLength(1);
	});

	it('returns the chats of a disconnected instance, except in version 1', async () => {
		await fixture.gateway.request('POST', `/v1/instances/${fixture.instanceId}/disconnect`);

		expect((await getAll(2)).items).toHaveLength(1);
		expect((await getAll(1)).error).toMatchObject({ message: 'The instance is disconnected' });
	});
});
