import { afterEach, describe, expect, it } from '@jest/globals';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a scheduled message', () => {
	let gateway: TestGateway;
	let clock: ManualClock;
	let instanceId: string;

	async function start(environment: Record<string, string> = {}): Promise<void> {
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment });
		instanceId = await connectedInstance(gateway);
	}
	afterEach(() => gateway.close());

	const schedule = (delay: number, message = 'Later', to = ANA): Promise<string> =>
		sendText(gateway, instanceId, to, message, { sendAt: new Date(clock.now() + delay).toISOString() });
	const contents = async (): Promise<unknown[]> => {
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		return (history.at('data') as unknown[]).map((item) => at(item, 'content'));
	};
	const chats = async (): Promise<unknown> =>
		(await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`)).at('data');
	const hasStatus = async (messageId: string, status: string): Promise<boolean> =>
		at(await statusOf(gateway, messageId), 'status') === status;
	/** Lets time pass by steps, so that what each step causes is done before the next. */
	async function pass(milliseconds: number, what: string, check: () => Promise<boolean>): Promise<void> {
		clock.advance(milliseconds);
		await until(what, async () => {
			clock.advance(1000);
			return check();
		});
	}

	it('is queued, and in neither its chat nor the history, until it is due', async () => {
		await start();
		const messageId = await schedule(2 * HOUR);
		clock.advance(2 * HOUR - 1);
		await sendText(gateway, instanceId, '4915112345679', 'Now');
		await until('the other message', async () => (await contents()).length === 1);
		expect(await contents()).toEqual(['Now']);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'queued', sentAt: null });
		expect(await chats()).toHaveLength(1);

		await pass(1, 'it to be read', () => hasStatus(messageId, 'read'));
		expect(await contents()).toEqual(['Later', 'Now']);
		expect(await chats()).toHaveLength(2);
		expect(Date.parse(String(at(await statusOf(gateway, messageId), 'sentAt')))).toBeGreaterThanOrEqual(
			Date.UTC(2026, 0, 31, 14),
		);
	});

	it('keeps the order of acceptance among those of one chat that are due at the same time', async () => {
		await start();
		const texts = Array.from({ length: 20 }, (_, index) => `number ${index}`);
		for (const text of texts) await schedule(HOUR, text);
		await pass(HOUR, 'all to be stored', async () => (await contents()).length === 20);
		expect(await contents()).toEqual(texts.toReversed());
	});

	it('comes before a message of its chat that was accepted later', async () => {
		await start({ GATEWAY_SEND_INTERVAL: '1m' });
		await schedule(HOUR, 'first');
		await schedule(HOUR, 'second');
		clock.advance(HOUR);
		await until('the first to be queued', async () => (await contents()).includes('first'));
		const last = await sendText(gateway, instanceId, ANA, 'third');
		await pass(MINUTE, 'the last to be read', () => hasStatus(last, 'read'));
		const phone = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		const sent = (phone.at('data') as unknown[]).map((item) => at(item, 'content'));
		expect(sent).toEqual(['third', 'second', 'first']);
		const times = [];
		for (const item of phone.at('data') as unknown[]) {
			times.push(String(at(await statusOf(gateway, String(at(item, 'messageId'))), 'sentAt')));
		}
		expect(times.toSorted()).toEqual(times.toReversed());
	});

	it('outlives a restart, and is sent late if the gateway was down when it was due', async () => {
		await start();
		const early = await schedule(HOUR, 'while it is down');
		const late = await schedule(10 * HOUR, 'after it');
		const closing = gateway;
		gateway = await closing.restart();
		clock.advance(2 * HOUR);
		gateway = await gateway.restart();
		await until('the early one to be read', async () => {
			clock.advance(1000);
			return hasStatus(early, 'read');
		});
		expect(await hasStatus(late, 'queued')).toBe(true);
		await pass(8 * HOUR, 'the late one to be read', () => hasStatus(late, 'read'));
	});

	it('waits for its instance to be connected, and expires a day after it was due', async () => {
		await start();
		const messageId = await schedule(HOUR);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		await pass(HOUR, 'it to be in the history', async () => (await contents()).length === 1);
		expect(await hasStatus(messageId, 'queued')).toBe(true);
		await pass(DAY, 'it to expire', () => hasStatus(messageId, 'failed'));
		expect(await statusOf(gateway, messageId)).toMatchObject({ error: { code: 'expired' } });
	});

	it('fails with a reason if its instance cannot send its kind any more', async () => {
		await start();
		const poll = { question: 'When?', options: ['Monday', 'Tuesday'] };
		const sendAt = new Date(clock.now() + HOUR).toISOString();
		const answer = await gateway.post('/v1/messages/send', { instanceId, to: ANA, poll, sendAt });
		const messageId = answer.text('messageId');
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		const credentials = {
			businessId: '100200300',
			phoneNumberId: '4915100000008',
			accessToken: 'valid-token',
		};
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'official', ...credentials });
		await pass(HOUR, 'it to fail', () => hasStatus(messageId, 'failed'));
		expect(at(await statusOf(gateway, messageId), 'error.message')).toContain('Polls');
	});

	it('is sent at once if its time is a little in the past, and refused if it is long past or far away', async () => {
		await start();
		const messageId = await schedule(-4 * MINUTE);
		await until('it to be read', () => hasStatus(messageId, 'read'));
		for (const delay of [-6 * MINUTE, 30 * DAY + MINUTE]) {
			const sendAt = new Date(clock.now() + delay).toISOString();
			const answer = await gateway.post('/v1/messages/send', { instanceId, to: ANA, message: 'Hi', sendAt });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain('"sendAt"');
		}
	});

	it('gets its credit back and never comes to the history when it is cancelled', async () => {
		await start({ GATEWAY_CREDITS: '2' });
		const receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.failed'] });
		await schedule(HOUR, 'one');
		const messageId = await schedule(HOUR, 'two');
		const refused = await gateway.post('/v1/messages/send', { instanceId, to: ANA, message: 'three' });
		expect(refused.at('error.code')).toBe('insufficient_credits');

		const cancelled = await gateway.delete(`/v1/messages/${messageId}`);
		expect(cancelled.body).toEqual({ success: true, data: { messageId, outcome: 'cancelled' } });
		expect((await gateway.delete(`/v1/messages/${messageId}`)).body).toEqual(cancelled.body);
		const [event] = await receiver.count(1);
		expect(event?.at('data')).toMatchObject({ messageId, status: 'failed', error: { code: 'cancelled' } });
		await receiver.close();
		await schedule(HOUR, 'three');

		await pass(HOUR, 'the others', async () => (await contents()).length === 2);
		expect(await contents()).toEqual(['three', 'one']);
		expect(await statusOf(gateway, messageId)).toMatchObject({
			status: 'failed',
			error: { code: 'cancelled' },
		});
	});
});
