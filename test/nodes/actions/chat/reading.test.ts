import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, locator, receiveMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { startProxy } from '../../support/proxy.ts';
import { runNode } from '../../support/runNode.ts';

const ADA = '491511000051';
const CHAT_ID = `${ADA}@s.whatsapp.net`;
/** More than a page of the gateway holds. */
const NOTES = 101;
const CHATS = 101;

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	for (const content of ['First', 'Second']) await receiveMessage(fixture, { from: ADA, content });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

async function run(operation: string, parameters: INodeParameters = {}, instanceId = fixture.instanceId) {
	return await runNode(fixture.credential, {
		resource: 'chat',
		operation,
		...locator('instanceId', instanceId),
		...locator('chatId', CHAT_ID),
		...parameters,
	});
}

describe('Chat > Get', () => {
	it('returns until when an official instance may write without a template', async () => {
		const official = { ...fixture, instanceId: fixture.officialId };
		await receiveMessage(official, { from: ADA, content: 'Hello' });

		const { items } = await run('get', {}, fixture.officialId);

		expect(items).toMatchObject([{ json: { chatId: CHAT_ID, replyUntil: expect.stringMatching(/Z$/) } }]);
		expect((await run('get')).items[0]?.json).not.toHaveProperty('replyUntil');
	});

	it('fails for a chat that does not exist', async () => {
		const { error } = await run('get', locator('chatId', '491511000059'));

		expect(error).toMatchObject({ name: 'NodeApiError', message: 'The chat does not exist' });
	});
});

describe('Chat > Get Many', () => {
	/** Reads all chats; before the second page is read, a person writes. */
	async function readWhileWriting(phone: string): Promise<string[]> {
		const proxy = await startProxy(fixture.gateway.url, async (requestNumber) => {
			if (requestNumber === 2) await receiveMessage(fixture, { from: phone, content: 'Meanwhile' });
			return undefined;
		});
		try {
			const { items } = await runNode(
				{ ...fixture.credential, baseUrl: proxy.url },
				{
					resource: 'chat',
					operation: 'getAll',
					returnAll: true,
					...locator('instanceId', fixture.instanceId),
				},
			);
			return items.map(({ json }) => json.chatId as string);
		} finally {
			await proxy.close();
		}
	}

	it('returns each chat once although chats come to the front of the list meanwhile', async () => {
		const phones = Array.from({ length: CHATS }, (_, index) => String(491512000011 + index * 10));
		for (const from of phones) await receiveMessage(fixture, { from, content: 'Hello' });
		const [oldest = '', newcomer] = [phones[0], '491513000011'];

		for (const phone of [oldest, newcomer]) {
			const chatIds = await readWhileWriting(phone);
			expect(chatIds).toHaveLength(new Set(chatIds).size);
			expect(chatIds).toEqual(
				expect.arrayContaining([...phones, phone].map((one) => `${one}@s.whatsapp.net`)),
			);
		}
	});
});

describe('Chat > Get Many Notes', () => {
	it('reads all pages with Return All', async () => {
		for (let number = 1; number <= NOTES; number++) {
			const note = { instanceId: fixture.instanceId, text: `Note ${number}` };
			await fixture.gateway.request('POST', `/v1/chats/${CHAT_ID}/notes`, note);
		}

		const { items } = await run('getNotes', { returnAll: true });

		expect(items.map(({ json }) => json.text)).toEqual(
			Array.from({ length: NOTES }, (_, index) => `Note ${NOTES - index}`),
		);
	});
});

describe('Chat > Delete Note', () => {
	it('fails for a note that does not exist, and without one', async () => {
		const missing = await run('deleteNote', locator('noteId', 'note_01jd2c7v9qk3m5x8w4t6r1y0za'));
		const unselected = await run('deleteNote', locator('noteId', '={{ $json.noteId }}'));

		expect(missing.error).toMatchObject({ message: 'The note does not exist' });
		expect(unselected.error).toMatchObject({ message: 'No note is selected' });
	});
});

describe('Chat > Get Many Events', () => {
	const contents = async (filters: INodeParameters, parameters: INodeParameters = { returnAll: true }) => {
		const { items } = await run('getEvents', { ...parameters, filters });
		return items.map(({ json }) => (json.payload as { data: { content?: string } }).data.content);
	};

	it('returns the events of every kind, newest first, up to the limit', async () => {
		expect(await contents({})).toEqual(['Second', 'First']);
		expect(await contents({}, { returnAll: false, limit: 1 })).toEqual(['Second']);
	});

	it('returns only those of a kind, or of a time', async () => {
		const { items } = await run('getEvents', { returnAll: true });
		const first = items.at(-1)?.json.at as string;
		const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

		expect(await contents({ kind: 'message.read' })).toEqual([]);
		expect(await contents({ from: first, to: inAnHour })).toEqual(['Second', 'First']);
		expect(await contents({ from: inAnHour })).toEqual([]);
		expect(await contents({ from: '', to: first })).toEqual([]);
	});

	it.each([
		['yesterday-ish', 'yesterday-ish'],
		['={{ 42 }}', '42'],
		['={{ -1.5 }}', '-1.5'],
	])('fails for a time that is none: %s', async (from, value) => {
		const { error } = await run('getEvents', { returnAll: true, filters: { from } });

		expect(error).toMatchObject({ message: `"${value}" is not a valid time` });
	});
});
