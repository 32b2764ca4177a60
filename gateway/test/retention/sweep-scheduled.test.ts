import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { authorization, reached, storedFiles } from '../support/media.ts';
import { PNG } from '../support/sample-files.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';

const ANNA = '4915112345678';
const HOUR = 3_600_000;

describe('retention of scheduled and changed messages', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;
	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: { GATEWAY_RETENTION_MESSAGES: '2h' } });
		instanceId = await connectedInstance(gateway);
	});
	afterEach(() => gateway.close());

	const receive = async (content: string): Promise<string> => {
		const body = { from: ANNA, content };
		return (await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, body)).text(
			'data.messageId',
		);
	};
	const rows = (table: string) => countRows(gateway.folder, table);
	/** Lets so many hours pass, with sweeps that remove a message which was received before. */
	async function sweepFor(hours: number): Promise<void> {
		const messageId = await receive('removed');
		for (let hour = 0; hour < hours; hour += 1) clock.advance(HOUR);
		await sweptUntil(
			clock,
			'the received message to be gone',
			async () => (await gateway.get(`/v1/messages/${messageId}`)).status === 404,
		);
	}

	it('keeps a scheduled message, with its upload, until it was sent, and removes it afterwards', async () => {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(PNG)]), 'a.png');
		const upload = await gateway.request('/v1/media', {
			method: 'POST',
			headers: { authorization },
			body: form,
		});
		const mediaUrl = upload.text('data.mediaUrl');
		const sendAt = new Date(clock.now() + 60 * HOUR).toISOString();
		const body = { instanceId, to: ANNA, mediaUrl, mediaType: 'image', sendAt };
		const messageId = (await gateway.post('/v1/messages/send', body)).text('messageId');
		await sweepFor(58);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'queued' });
		clock.advance(HOUR);
		clock.advance(HOUR);
		expect(await reached(gateway, messageId, 'read')).toMatchObject({ sentAt: expect.any(String) });
		await sweepFor(3);
		expect((await gateway.get(`/v1/messages/${messageId}`)).status).toBe(404);
		await sweptUntil(
			clock,
			'the files to be gone',
			async () => (await storedFiles(gateway.folder)).length === 0,
		);
	});

	it('removes reactions, earlier texts and votes with their messages', async () => {
		const simulator = `/simulator/v1/instances/${instanceId}`;
		const theirs = await receive('Hi');
		await gateway.put(`/v1/messages/${theirs}/reaction`, { emoji: '👍' });
		const mine = await sendText(gateway, instanceId, ANNA);
		await reached(gateway, mine, 'read');
		await gateway.request(`/v1/messages/${mine}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify({ message: 'Hello again' }),
		});
		const poll = { question: 'When?', options: ['Monday', 'Tuesday'] };
		const asked = await gateway.post(`${simulator}/messages`, { from: ANNA, poll });
		const pollId = asked.text('data.messageId');
		await gateway.post(`${simulator}/polls/${pollId}/votes`, { from: ANNA, options: ['Monday'] });
		const tables = ['message_reactions', 'message_edits', 'poll_votes'];
		for (const table of tables) expect([table, await rows(table)]).toEqual([table, 1]);
		await sweepFor(3);
		for (const table of tables) expect([table, await rows(table)]).toEqual([table, 0]);
		expect(at((await gateway.get(`/v1/messages?instanceId=${instanceId}`)).body, 'data')).toEqual([]);
	});
});
