import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Finished } from '../../../gateway/test/support/gateway-process.ts';
import { at } from '../../../gateway/test/support/json.ts';
import type { Received } from '../../../gateway/test/support/servers/receiver.ts';
import { parseScenario } from '../../src/format/parse-scenario.ts';
import { run, startSite, type Site } from './support/site.ts';

const EXPIRY = '4917655500201';
const REMINDERS = '4917655500202';
const HOUR = 3_600_000;

const phone = 'ada';
const file = (number: string, steps: readonly object[]): object => ({
	scenario: 1,
	name: 'What was never sent',
	instance: 'Praxis',
	phones: { [phone]: { number, name: 'Ada' } },
	steps,
});

/** The network refuses all messages for a day, so that the answer expires. */
const EXPIRED = file(EXPIRY, [
	{ step: 'send', phone, text: 'Hello' },
	{ step: 'receive', phone },
	{ step: 'fault', kind: 'refuse', next: 10_000, phone },
	{ step: 'send', phone, text: 'Is nobody there' },
	{ step: 'unsent', phone },
	{ step: 'advance', by: '24h1s' },
	{ step: 'event', kind: 'message.failed', where: { 'error.code': 'expired' }, within: '30s' },
]);

/** A reminder is cancelled an hour before it is due, and another one is sent. */
const CANCELLED = file(REMINDERS, [
	{ step: 'send', phone, text: 'Please remind me' },
	{ step: 'unsent', phone },
	{ step: 'advance', by: '1h' },
	{ step: 'cancel', phone },
	{ step: 'send', phone, text: 'No, remind me please' },
	{ step: 'unsent', phone },
	{ step: 'advance', by: '2h1s' },
	{ step: 'receive', phone, within: '30s' },
]);

describe('messages that were never sent', () => {
	let recorded: Site;
	let fresh: Site;
	let folder: string;
	const play = async (site: Site, scenario: object | string): Promise<Finished> => {
		const name = path.join(folder, 'scenario.json');
		await writeFile(name, typeof scenario === 'string' ? scenario : JSON.stringify(scenario));
		return run(site, 'simulate', name);
	};
	const passed = { code: 0, stdout: expect.stringContaining('Passed') };
	const exported = async (number: string): Promise<string> => {
		const args = ['--chat', number, '--expect', 'answers', '--keep', 'remind'];
		const { code, stdout, stderr } = await run(recorded, 'export-scenario', ...args);
		expect([code, stderr]).toEqual([0, expect.stringMatching(/^Exported /)]);
		return stdout;
	};
	/** The reasons of the failed messages of a chat, with the hours after which they failed, oldest first. */
	const failuresOf = async ({ gateway }: Site, number: string): Promise<unknown[]> => {
		const [instance] = (await gateway.get('/v1/instances')).at('data') as { id: string }[];
		const path = `/v1/chats/${number}@s.whatsapp.net/events?instanceId=${instance?.id}&kind=message.failed`;
		const events = (await gateway.get(path)).at('data') as unknown[];
		const failures = events.reverse().map(async (event) => {
			const { body } = await gateway.get(`/v1/messages/${String(at(event, 'payload.data.messageId'))}`);
			const timeOf = (field: string): number => Date.parse(String(at(body, `data.${field}`)));
			return [at(body, 'data.error.code'), Math.round((timeOf('failedAt') - timeOf('timestamp')) / HOUR)];
		});
		return Promise.all(failures);
	};

	/** A bot that schedules an answer and cancels it at once. */
	const promiseAndCancel = async (received: Received): Promise<void> => {
		const sent = await fresh.gateway.post('/v1/messages/send', {
			instanceId: received.at('data.instanceId'),
			to: received.at('data.chatId'),
			message: 'Later',
			sendAt: new Date(Date.parse(String(received.at('timestamp'))) + HOUR).toISOString(),
		});
		await fresh.gateway.delete(`/v1/messages/${sent.text('messageId')}`);
	};

	beforeAll(async () => {
		[recorded, fresh] = await Promise.all([startSite(), startSite()]);
		folder = await mkdtemp(path.join(tmpdir(), 'export-'));
		expect(await play(recorded, EXPIRED)).toMatchObject(passed);
		expect(await play(recorded, CANCELLED)).toMatchObject(passed);
	});
	afterAll(async () => {
		await Promise.all([recorded.close(), fresh.close()]);
		await rm(folder, { recursive: true });
	});

	it('lets a message expire again that had expired, after as long', async () => {
		const text = await exported(EXPIRY);
		const { phones, steps } = parseScenario(text);
		expect(steps.filter(({ step }) => step !== 'wait')).toEqual([
			expect.objectContaining({ step: 'send', text: 'Hello' }),
			expect.objectContaining({ step: 'receive' }),
			expect.objectContaining({ step: 'fault', kind: 'fail', error: 'expired' }),
			expect.objectContaining({ step: 'send' }),
			expect.objectContaining({ step: 'unsent' }),
			{ step: 'advance', by: expect.stringMatching(/^24h/) },
			expect.objectContaining({ step: 'event', kind: 'message.failed', where: { 'error.code': 'expired' } }),
		]);
		expect(await play(fresh, text)).toMatchObject(passed);
		for (const [site, number] of [
			[recorded, EXPIRY],
			[fresh, phones.customer?.number ?? ''],
		] as const) {
			expect(await failuresOf(site, number)).toEqual([['expired', 24]]);
		}
	});

	it('cancels a message for later again, and expects the one that was sent', async () => {
		const text = await exported(REMINDERS);
		const { phones, steps } = parseScenario(text);
		expect(steps.map(({ step }) => step).filter((step) => step !== 'wait')).toEqual([
			'send',
			'unsent',
			'advance',
			'cancel',
			'send',
			'unsent',
			'advance',
			'receive',
		]);
		expect(await play(fresh, text)).toMatchObject(passed);
		for (const [site, number] of [
			[recorded, REMINDERS],
			[fresh, phones.customer?.number ?? ''],
		] as const) {
			// The other replay has left its failure in the chat of the same invented number.
			expect((await failuresOf(site, number)).at(-1)).toEqual(['cancelled', 1]);
		}
	});

	it('lets a message fail that was cancelled while the connection was away', async () => {
		const number = '4917655500203';
		const { gateway } = recorded;
		const hello = file(number, [
			{ step: 'send', phone, text: 'Hello' },
			{ step: 'receive', phone },
			{ step: 'drop', for: '5m' },
		]);
		expect(await play(recorded, hello)).toMatchObject(passed);
		const instanceId = (await gateway.get('/v1/instances')).text('data.0.id');
		const sent = await gateway.post('/v1/messages/send', { instanceId, to: number, message: 'Too late' });
		const cancelled = await gateway.delete(`/v1/messages/${sent.text('messageId')}`);
		expect(cancelled.at('data.outcome')).toBe('cancelled');
		await gateway.post('/simulator/v1/clock', { advance: '6m' });
		const { steps } = parseScenario(await exported(number));
		expect(steps).toContainEqual(
			expect.objectContaining({ step: 'fault', kind: 'fail', error: 'cancelled' }),
		);
	});

	it('cancels nothing but what is not sent, and accepts what the workflow has cancelled', async () => {
		const nothing = file(REMINDERS, [
			{ step: 'send', phone, text: 'Hello' },
			{ step: 'receive', phone },
			{ step: 'cancel', phone, within: '500ms' },
		]);
		const failed = await play(fresh, nothing);
		expect([failed.code, failed.stdout]).toEqual([
			1,
			expect.stringContaining('has written nothing there that is not sent yet'),
		]);
		fresh.receiver.answer((response, received) => {
			response.end();
			if (received.at('event') === 'message.received') void promiseAndCancel(received);
		});
		const cancelled = file(REMINDERS, [
			{ step: 'send', phone, text: 'Hello' },
			{ step: 'cancel', phone },
		]);
		expect(await play(fresh, cancelled)).toMatchObject(passed);
	});
});
