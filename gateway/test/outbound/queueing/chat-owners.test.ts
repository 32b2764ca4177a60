import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EchoedMessage } from '../../../src/network/network-event.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { reached } from '../../support/media.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents, reportEvents } from '../../support/report.ts';
import { setTakeover, writeOnPhone } from '../../support/takeover.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const ANA_ID = `${ANA}@s.whatsapp.net`;
const BO = '4915112345679';
const MINUTE = 60_000;
const HALF_AN_HOUR = 30 * MINUTE;

describe('the owner of a chat', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let owner: Browser;
	let instanceId: string;

	async function start(environment: Record<string, string> = {}): Promise<void> {
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment });
		owner = await openOwner(gateway);
		instanceId = await connectedInstance(gateway);
		await setTakeover(gateway, instanceId, '30m');
	}
	beforeEach(() => start());
	afterEach(() => gateway.close());

	const send = (to = ANA, rest: object = {}) =>
		gateway.post('/v1/messages/send', { instanceId, to, message: 'From the bot', ...rest });
	const codeOf = async (answer: ReturnType<typeof send>) => {
		const { status, at: inside } = await answer;
		return [status, inside('error.code')];
	};
	const write = (to = ANA) => writeOnPhone(gateway, instanceId, to);
	const events = (kind: string) => recordedEvents(owner, instanceId, kind);
	const iso = (time: number): string => new Date(time).toISOString();
	const chats = async () => (await gateway.get(`/v1/chats?instanceId=${instanceId}`)).at('data') as unknown[];
	const released = (count = 1) =>
		until('the chat to be released', async () => (await events('chat.released')).length === count);
	const TAKEN = [409, 'chat_taken'];
	const ACCEPTED = [202, undefined];

	it('is the person who writes on the phone, until a silence', async () => {
		const earlier = await sendText(gateway, instanceId, ANA);
		const taken = clock.now();
		const echo = await write();
		const end = iso(taken + HALF_AN_HOUR);

		const refused = await send();
		expect(refused.body).toEqual({
			error: {
				code: 'chat_taken',
				until: end,
				message: expect.stringContaining(`until ${end}`) as unknown as string,
				requestId: expect.any(String) as unknown as string,
				hint: expect.any(String) as unknown as string,
			},
		});
		expect(refused.text('error.message')).toContain('"force": true');
		expect(await codeOf(send(BO))).toEqual(ACCEPTED);
		await reached(gateway, earlier, 'read');
		expect(await events('message.echo')).toMatchObject([
			{ messageId: echo, source: 'phone', owner: 'person' },
		]);
		expect(await events('chat.taken')).toEqual([
			{
				instanceId,
				chatId: ANA_ID,
				owner: 'person',
				until: end,
				by: 'phone',
				timestamp: iso(taken),
			},
		]);

		clock.advance(HALF_AN_HOUR - 1);
		expect(await codeOf(send())).toEqual(TAKEN);
		clock.advance(1);
		expect(await codeOf(send())).toEqual(ACCEPTED);
		await released();
		expect(await events('chat.released')).toEqual([
			{
				instanceId,
				chatId: ANA_ID,
				owner: 'bot',
				until: null,
				reason: 'silence',
				timestamp: iso(clock.now()),
			},
		]);
	});

	it('stays the person while the person keeps writing, which is reported once', async () => {
		await write();
		clock.advance(20 * MINUTE);
		await write();
		clock.advance(20 * MINUTE);
		expect(await codeOf(send())).toEqual(TAKEN);
		clock.advance(10 * MINUTE);
		await released();
		expect(await codeOf(send())).toEqual(ACCEPTED);
		expect(await events('chat.taken')).toHaveLength(1);
		await write();
		expect(await events('chat.taken')).toHaveLength(2);
	});

	it('stays the person through a restart, and is released by the next start', async () => {
		await write();
		gateway = await gateway.restart();
		expect(await codeOf(send())).toEqual(TAKEN);
		clock.advance(HALF_AN_HOUR - 1);
		gateway = await gateway.restart();
		clock.advance(1);
		owner = await openOwner(gateway);
		await released();
		gateway = await gateway.restart();
		owner = await openOwner(gateway);
		expect(await events('chat.released')).toHaveLength(1);
	});

	it('is not changed by what the bot sends, nor by what the other side writes', async () => {
		await reached(gateway, await sendText(gateway, instanceId, ANA), 'read');
		const receive = (from: string) =>
			gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, content: 'Hi' });
		await receive(ANA);
		expect(await codeOf(send())).toEqual(ACCEPTED);
		await write();
		await receive(ANA);
		await receive(BO);
		const received = await events('message.received');
		expect(received.map((event) => [at(event, 'chatId'), at(event, 'owner')])).toEqual([
			[ANA_ID, 'bot'],
			[ANA_ID, 'person'],
			[`${BO}@s.whatsapp.net`, 'bot'],
		]);
	});

	it('does not count without settings.takeover, and is the bot again once it is switched off', async () => {
		await write();
		await write(BO);
		await setTakeover(gateway, instanceId, null);
		expect(await events('chat.released')).toMatchObject([
			{ chatId: ANA_ID, reason: 'request' },
			{ chatId: `${BO}@s.whatsapp.net`, reason: 'request' },
		]);
		expect(await codeOf(send())).toEqual(ACCEPTED);
		await write();
		expect(await codeOf(send())).toEqual(ACCEPTED);
		expect(at((await events('message.echo')).at(-1), 'owner')).toBeUndefined();
		expect(at((await chats())[0], 'owner')).toBeUndefined();
		await setTakeover(gateway, instanceId, '30m');
		expect(await codeOf(send())).toEqual(ACCEPTED);
		expect(await events('chat.taken')).toHaveLength(2);
	});

	it('takes the chat from when a late message was written', async () => {
		let number = 0;
		const echo = (age: number): EchoedMessage => ({
			networkId: `late-${(number += 1)}`,
			chatId: ANA_ID,
			to: ANA,
			type: 'text',
			content: 'From before',
			media: null,
			at: Date.now() - age,
		});
		await gateway.close();
		gateway = await startTestGateway();
		owner = await openOwner(gateway);
		instanceId = await connectedInstance(gateway);
		await setTakeover(gateway, instanceId, '30m');
		await reportEvents(gateway, instanceId, { kind: 'echo', message: echo(60 * MINUTE) });
		expect(await codeOf(send())).toEqual(ACCEPTED);
		expect(await events('chat.taken')).toEqual([]);

		const late = echo(20 * MINUTE);
		await reportEvents(gateway, instanceId, { kind: 'echo', message: late });
		expect((await send()).at('error.until')).toBe(iso(late.at + HALF_AN_HOUR));
		await reportEvents(gateway, instanceId, { kind: 'echo', message: echo(25 * MINUTE) });
		expect((await send()).at('error.until')).toBe(iso(late.at + HALF_AN_HOUR));
		// The clock of the network is a little ahead.
		await reportEvents(gateway, instanceId, { kind: 'echo', message: echo(-5 * MINUTE) });
		const end = Date.parse((await send()).text('error.until'));
		expect(end).toBeLessThanOrEqual(Date.now() + HALF_AN_HOUR);
		await reportEvents(gateway, instanceId, { kind: 'echo', message: late });
		expect(await events('chat.taken')).toHaveLength(1);
	});

	it('is the person who writes on the page, who is never refused', async () => {
		const onPage = (to = ANA) => owner.post('/v1/messages/send', { instanceId, to, message: 'By hand' });
		const first = await onPage();
		expect(first.status).toBe(202);
		expect(await codeOf(send())).toEqual(TAKEN);
		expect((await onPage()).status).toBe(202);
		await reached(gateway, first.text('messageId'), 'read');
		expect(await events('chat.taken')).toMatchObject([{ chatId: ANA_ID, by: 'page' }]);
		const [echo, ...more] = await events('message.echo');
		expect(echo).toMatchObject({
			messageId: first.text('messageId'),
			chatId: ANA_ID,
			to: ANA,
			content: 'By hand',
			isFromMe: true,
			source: 'page',
			owner: 'person',
		});
		expect(more).toHaveLength(1);

		await setTakeover(gateway, instanceId, null);
		expect((await onPage(BO)).status).toBe(202);
		const last = (await events('message.echo')).at(-1);
		expect(last).toMatchObject({ source: 'page', to: BO });
		expect(at(last, 'owner')).toBeUndefined();
	});

	it('is joined when the network reports that two ids are one person', async () => {
		const lid = '123456789012345@lid';
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: null,
			senderId: lid,
			content: 'Hi',
		});
		await write(lid);
		clock.advance(10 * MINUTE);
		await sendText(gateway, instanceId, ANA);
		const revealed = await gateway.post(`/simulator/v1/instances/${instanceId}/contacts/${lid}/reveal`, {
			phone: ANA,
		});
		expect(revealed.status).toBe(200);
		expect(await codeOf(send(ANA))).toEqual(TAKEN);
		expect(await codeOf(send(lid))).toEqual(TAKEN);
		expect(await chats()).toMatchObject([{ chatId: ANA_ID, owner: 'person' }]);
		clock.advance(20 * MINUTE);
		await released();
		expect(await events('chat.released')).toMatchObject([{ chatId: ANA_ID, reason: 'silence' }]);
	});
});
