import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { openOwner } from '../../support/owner.ts';
import { recordedEvents, reportEvents } from '../../support/report.ts';
import { incoming, LID } from '../../inbound/received-messages.ts';
import { runSql } from '../../support/database.ts';
import { setTakeover, writeOnPhone } from '../../support/takeover.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const ANA_ID = `${ANA}@s.whatsapp.net`;
const BO = '4915112345679';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a scheduled message in a chat that a person owns', () => {
	let gateway: TestGateway;
	let clock: ManualClock;
	let instanceId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
		await setTakeover(gateway, instanceId, '7d');
	});
	afterEach(() => gateway.close());

	const iso = (time: number): string => new Date(time).toISOString();
	const schedule = (delay: number, to = ANA, rest: object = {}): Promise<string> =>
		sendText(gateway, instanceId, to, 'Later', { sendAt: iso(clock.now() + delay), ...rest });
	const own = (owner: 'bot' | 'person', rest: object = {}) =>
		gateway.put(`/v1/chats/${ANA_ID}/owner`, { instanceId, owner, ...rest });
	const hasStatus = async (messageId: string, status: string): Promise<boolean> =>
		at(await statusOf(gateway, messageId), 'status') === status;
	/** Lets time pass by steps, so that what each step causes is done before the next. */
	const becomes = (messageId: string, status: string) =>
		until(status, async () => {
			clock.advance(1000);
			return hasStatus(messageId, status);
		});
	const contents = async (): Promise<unknown[]> => {
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		return (history.at('data') as unknown[]).map((item) => at(item, 'content'));
	};
	/** Passes a time in which another chat's message is sent, so the scheduler has run since. */
	async function pass(milliseconds: number): Promise<void> {
		const other = await schedule(milliseconds, BO);
		clock.advance(milliseconds);
		await becomes(other, 'read');
	}

	it('waits until the chat is released by silence, and does not expire because it waited', async () => {
		await writeOnPhone(gateway, instanceId, ANA);
		const messageId = await schedule(HOUR);
		for (let day = 0; day < 6; day += 1) await pass(DAY);
		expect(await hasStatus(messageId, 'queued')).toBe(true);
		expect(await contents()).toHaveLength(7);

		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		clock.advance(DAY - 2 * MINUTE);
		await until('it to be in the history', async () => {
			clock.advance(1000);
			return (await contents()).length === 8;
		});
		clock.advance(DAY - HOUR);
		expect(await hasStatus(messageId, 'queued')).toBe(true);
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
		await becomes(messageId, 'read');
	});

	it('expires a day after the release', async () => {
		await writeOnPhone(gateway, instanceId, ANA);
		const messageId = await schedule(HOUR);
		await pass(2 * DAY);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		await own('bot');
		await until('it to be in the history', async () => (await contents()).includes('Later'));
		clock.advance(DAY);
		await becomes(messageId, 'failed');
		expect(at(await statusOf(gateway, messageId), 'error.code')).toBe('expired');
	});

	it('does not expire because it waited when taking chats is switched off', async () => {
		await writeOnPhone(gateway, instanceId, ANA);
		const messageId = await schedule(HOUR);
		await pass(2 * DAY);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		await setTakeover(gateway, instanceId, null);
		await until('it to be in the history', async () => (await contents()).length === 3);
		clock.advance(DAY - HOUR);
		expect(await hasStatus(messageId, 'queued')).toBe(true);
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
		await becomes(messageId, 'read');
	});

	it('does not expire because it waited when its chat is joined with another one after the release', async () => {
		await reportEvents(gateway, instanceId, { kind: 'message', message: incoming({ senderId: LID }) });
		const taken = await gateway.put(`/v1/chats/${LID}/owner`, { instanceId, owner: 'person' });
		expect(taken.status).toBe(200);
		const messageId = await schedule(HOUR, LID);
		await pass(2 * DAY);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		// Another gateway released the chat, and ended before it queued the message.
		const released = `update chat_owners set owned_until = null, released_at = ${clock.now()}`;
		await runSql(gateway.folder, released);
		await reportEvents(gateway, instanceId, { kind: 'same_person', ids: [ANA_ID, LID] });
		await until('it to be in the history', async () => {
			clock.advance(1000);
			return (await contents()).length === 3;
		});
		clock.advance(DAY - HOUR);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'queued' });
	});

	it('is sent at once when the chat is given back, also where it is due later than that', async () => {
		await writeOnPhone(gateway, instanceId, ANA);
		const due = await schedule(HOUR);
		const later = await schedule(3 * HOUR);
		await pass(2 * HOUR);
		expect(await hasStatus(due, 'queued')).toBe(true);
		await own('bot');
		await becomes(due, 'read');
		expect(await hasStatus(later, 'queued')).toBe(true);
		clock.advance(HOUR);
		await becomes(later, 'read');
		const chats = (await gateway.get(`/v1/chats?instanceId=${instanceId}`)).at('data') as unknown[];
		expect(at(chats[0], 'lastMessage.messageId')).toBe(later);
	});

	it('does not wait if it is forced, or if the person takes the chat after it was queued', async () => {
		await writeOnPhone(gateway, instanceId, ANA);
		const forced = await schedule(HOUR, ANA, { force: true });
		clock.advance(HOUR);
		await becomes(forced, 'read');

		await own('bot');
		const free = await schedule(HOUR);
		clock.advance(HOUR);
		await becomes(free, 'read');
		const person = await openOwner(gateway);
		const body = { instanceId, to: ANA, message: 'By hand', sendAt: iso(clock.now() + HOUR) };
		const byHand = await person.post('/v1/messages/send', body);
		await own('person');
		clock.advance(HOUR);
		await becomes(byHand.text('messageId'), 'read');
		expect(await recordedEvents(person, instanceId, 'message.echo')).toHaveLength(1);
	});

	it('can be cancelled while it waits, and never comes to the history then', async () => {
		await writeOnPhone(gateway, instanceId, ANA);
		const messageId = await schedule(HOUR);
		await pass(2 * HOUR);
		const scheduled = await gateway.get(`/v1/messages?instanceId=${instanceId}&scheduled=true`);
		expect(scheduled.at('data')).toMatchObject([{ messageId }]);
		const cancelled = await gateway.delete(`/v1/messages/${messageId}`);
		expect(cancelled.at('data.outcome')).toBe('cancelled');
		expect(await contents()).toEqual(['Later', 'I am here']);
	});

	it('outlives a restart', async () => {
		await writeOnPhone(gateway, instanceId, ANA);
		await own('person', { until: iso(clock.now() + 2 * HOUR) });
		const messageId = await schedule(HOUR);
		await pass(HOUR);
		gateway = await gateway.restart();
		expect(await hasStatus(messageId, 'queued')).toBe(true);
		clock.advance(HOUR);
		await becomes(messageId, 'read');
	});
});
