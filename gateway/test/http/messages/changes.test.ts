import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { file, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { clientWith } from '../../support/keys.ts';
import { mediaOf, reached } from '../../support/media.ts';
import { PNG } from '../../support/sample-files.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const BO = '4915112345679';
const HOUR = 3_600_000;
const CHANGES = ['message.edited', 'message.deleted', 'message.reaction', 'message.failed'];

describe('changing messages', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: CHANGES, instanceId });
	});
	afterEach(() => receiver.close());

	const patch = (messageId: string, message: string) =>
		gateway.request(`/v1/messages/${messageId}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify({ message }),
		});
	const react = (messageId: string, emoji: string) =>
		gateway.put(`/v1/messages/${messageId}/reaction`, { emoji });
	const detailOf = async (messageId: string) => (await gateway.get(`/v1/messages/${messageId}`)).at('data');
	async function sent(to = ANA, message = 'Hello'): Promise<string> {
		const messageId = await sendText(gateway, instanceId, to, message);
		await reached(gateway, messageId, 'read');
		return messageId;
	}
	async function received(body: Record<string, unknown> = {}): Promise<string> {
		const message = { from: ANA, content: 'Hi', ...body };
		const answer = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		return answer.text('data.messageId');
	}
	const answerOf = ({ status, at: value }: Awaited<ReturnType<typeof react>>) => [
		status,
		value('error.code') ?? value('data.outcome'),
	];
	async function officialInstance(phoneNumberId: string): Promise<string> {
		const id = (await gateway.post('/v1/instances', { name: 'Official' })).text('data.id');
		const credentials = { businessId: '100200300', phoneNumberId, accessToken: 'valid-token' };
		const answer = await gateway.post(`/v1/instances/${id}/connect`, { method: 'official', ...credentials });
		expect(answer.status).toBe(200);
		return id;
	}

	it('reacts to messages of both sides, changes the reaction and takes it back', async () => {
		for (const messageId of [await received(), await sent()]) {
			const before = receiver.requests.length;
			expect((await react(messageId, '👍')).body).toEqual({
				success: true,
				data: { messageId, emoji: '👍' },
			});
			await react(messageId, '👨‍👩‍👧‍👦');
			const back = await gateway.delete(`/v1/messages/${messageId}/reaction`);
			expect(back.at('data')).toEqual({ messageId, emoji: null });
			const events = (await receiver.count(before + 3)).slice(before);
			expect(events.map((event) => event.at('data.emoji'))).toEqual(
				expect.arrayContaining(['👍', '👨‍👩‍👧‍👦', null]),
			);
			for (const event of events) {
				expect(event.at('data')).toMatchObject({ messageId, targetMessageId: messageId, isFromMe: true });
			}
		}
	});

	it('takes exactly one emoji, also without its style', async () => {
		const messageId = await received();
		for (const emoji of ['', 'a', '👍👍', '👍 ', ':)', '1', '👍'.repeat(40)]) {
			expect(answerOf(await react(messageId, emoji))).toEqual([400, 'invalid_parameters']);
		}
		for (const [given, stored] of [
			['\u{2764}', '\u{2764}\u{FE0F}'],
			['🇦🇹', '🇦🇹'],
			['👍🏽', '👍🏽'],
			['1️⃣', '1️⃣'],
		] as const) {
			expect((await react(messageId, given)).at('data.emoji')).toBe(stored);
		}
	});

	it('edits a sent text within the time of the network, with an event', async () => {
		const messageId = await sent();
		const answer = await patch(messageId, 'Hello again');
		expect(answer.at('data')).toMatchObject({ messageId, content: 'Hello again' });
		expect(await detailOf(messageId)).toMatchObject({
			content: 'Hello again',
			editedAt: answer.at('data.editedAt'),
		});
		const [event] = await receiver.count(1);
		expect([event?.at('event'), event?.at('data')]).toEqual([
			'message.edited',
			expect.objectContaining({ messageId, content: 'Hello again', isFromMe: true }),
		]);
		clock.advance(HOUR);
		expect(answerOf(await patch(messageId, 'Too late'))).toEqual([409, 'message_too_old']);
	});

	it('deletes a sent message for everyone, with its content and an event', async () => {
		const messageId = await sent();
		expect(answerOf(await gateway.delete(`/v1/messages/${messageId}`))).toEqual([200, 'deleted']);
		const [event] = await receiver.count(1);
		expect(event?.at('event')).toBe('message.deleted');
		expect(at(await detailOf(messageId), 'content')).not.toContain('Hello');
		const again = [
			gateway.delete(`/v1/messages/${messageId}`),
			patch(messageId, 'x'),
			react(messageId, '👍'),
			gateway.post(`/v1/messages/${messageId}/forward`, { instanceId, to: BO }),
		];
		for (const answer of await Promise.all(again)) expect(answerOf(answer)).toEqual([409, 'message_deleted']);
	});

	it('only cancels where a request says so: what was sent stays', async () => {
		const onlyUnsent = (messageId: string) => gateway.delete(`/v1/messages/${messageId}?onlyUnsent=true`);
		const sendAt = new Date(clock.now() + HOUR).toISOString();
		const later = await sendText(gateway, instanceId, ANA, 'Later', { sendAt });
		expect(answerOf(await onlyUnsent(later))).toEqual([200, 'cancelled']);
		expect(answerOf(await onlyUnsent(later))).toEqual([200, 'cancelled']);

		const official = await officialInstance('4915100000010');
		await gateway.post(`/simulator/v1/instances/${official}/messages`, { from: ANA, content: 'Hi' });
		const byOfficial = await sendText(gateway, official, ANA);
		await reached(gateway, byOfficial, 'read');
		for (const messageId of [await sent(), byOfficial]) {
			expect(answerOf(await onlyUnsent(messageId))).toEqual([409, 'message_already_sent']);
			expect(await detailOf(messageId)).not.toHaveProperty('deletedAt');
		}
	});

	it('says why a message cannot be changed', async () => {
		const unknown = 'msg_01k9z5q7v8w9x0y1z2a3b4c5d6';
		expect(answerOf(await gateway.delete(`/v1/messages/${unknown}`))).toEqual([404, 'message_not_found']);
		const theirs = await received();
		expect(answerOf(await gateway.delete(`/v1/messages/${theirs}`))).toEqual([409, 'not_own_message']);
		expect(answerOf(await patch(theirs, 'x'))).toEqual([409, 'not_own_message']);
		const sendAt = new Date(clock.now() + HOUR).toISOString();
		const later = await sendText(gateway, instanceId, ANA, 'Later', { sendAt });
		expect(answerOf(await patch(later, 'x'))).toEqual([409, 'message_not_sent']);
		expect(answerOf(await react(later, '👍'))).toEqual([409, 'message_not_sent']);
		const refused = await sendText(gateway, instanceId, '4915112340000');
		await reached(gateway, refused, 'failed');
		expect(answerOf(await gateway.delete(`/v1/messages/${refused}`))).toEqual([409, 'message_not_sent']);
		const mine = await sent();
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		expect(answerOf(await react(mine, '👍'))).toEqual([409, 'instance_disconnected']);
	});

	it('refuses what the official API cannot do, and says what to do instead', async () => {
		const official = await officialInstance('4915100000008');
		await gateway.post(`/simulator/v1/instances/${official}/messages`, { from: ANA, content: 'Hi' });
		const messageId = await sendText(gateway, official, ANA);
		await reached(gateway, messageId, 'read');
		const refused = [
			patch(messageId, 'x'),
			gateway.delete(`/v1/messages/${messageId}`),
			gateway.post(`/v1/messages/${messageId}/forward`, { instanceId: official, to: ANA }),
		];
		for (const answer of await Promise.all(refused)) {
			expect(answerOf(answer)).toEqual([409, 'official_api_instance']);
		}
	});

	describe('forwarding', () => {
		let files: FileServer;
		beforeAll(async () => {
			files = await startFileServer();
		});
		afterAll(() => files.close());

		const forward = (messageId: string, body: Record<string, unknown> = {}, headers = {}) =>
			gateway.request(`/v1/messages/${messageId}/forward`, {
				method: 'POST',
				headers: { ...gateway.headers, ...headers },
				body: JSON.stringify({ instanceId, to: BO, ...body }),
			});

		it('queues the same content, marked as forwarded, once for an Idempotency-Key', async () => {
			const messageId = await received({ content: 'Pass it on' });
			const headers = { 'idempotency-key': 'forward-1' };
			const first = await forward(messageId, {}, headers);
			expect([first.status, first.at('status')]).toEqual([202, 'queued']);
			const again = await forward(messageId, {}, headers);
			expect(again.at('messageId')).toBe(first.at('messageId'));
			expect(await detailOf(first.text('messageId'))).toMatchObject({
				content: 'Pass it on',
				forwarded: true,
				chatId: `${BO}@s.whatsapp.net`,
			});
		});

		it('gives the copy a file of its own, which outlives the original', async () => {
			const answer = await gateway.post('/v1/messages/send', {
				instanceId,
				to: ANA,
				mediaUrl: files.serve('/pixel.png', file(PNG, 'image/png')),
				mediaType: 'image',
				caption: 'Look',
			});
			const original = answer.text('messageId');
			await reached(gateway, original, 'read');
			const copy = (await forward(original)).text('messageId');
			await reached(gateway, copy, 'read');
			const folder = path.join(gateway.folder, 'media', instanceId);
			expect(await readdir(folder)).toHaveLength(2);

			await gateway.delete(`/v1/messages/${original}`);
			expect((await mediaOf(gateway, original)).status).toBe(404);
			expect((await mediaOf(gateway, copy)).status).toBe(200);
			await until('the file to go', async () => (await readdir(folder)).length === 1);
		});

		it('refuses templates, and instances that the key cannot see', async () => {
			const official = await officialInstance('4915100000001');
			const sentTemplate = await gateway.post('/v1/messages/template', {
				instanceId: official,
				to: ANA,
				template: { name: 'hello_world', language: 'en_US' },
			});
			const template = sentTemplate.text('messageId');
			await reached(gateway, template, 'read');
			expect(answerOf(await forward(template))).toEqual([400, 'invalid_parameters']);
			const other = await connectedInstance(gateway);
			const limited = await clientWith(gateway, { instances: [instanceId] });
			const messageId = await received();
			const answers = [
				await forward(messageId, { instanceId: 'inst_none' }),
				await limited.post(`/v1/messages/${messageId}/forward`, { instanceId: other, to: BO }),
			];
			for (const answer of answers) expect(answerOf(answer)).toEqual([404, 'invalid_instance']);
			expect((await limited.post(`/v1/messages/${messageId}/forward`, { instanceId, to: BO })).status).toBe(
				202,
			);
		});
	});
});
