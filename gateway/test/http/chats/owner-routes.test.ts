import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { clientWith } from '../../support/keys.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents } from '../../support/report.ts';
import { setTakeover } from '../../support/takeover.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const ANA_ID = `${ANA}@s.whatsapp.net`;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('PUT /v1/chats/{chatId}/owner', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let person: Browser;
	let instanceId: string;

	beforeAll(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		person = await openOwner(gateway);
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		instanceId = await connectedInstance(gateway);
		await setTakeover(gateway, instanceId, '30m');
		await sendText(gateway, instanceId, ANA);
	});

	const own = (body: object, chatId = ANA_ID) =>
		gateway.put(`/v1/chats/${chatId}/owner`, { instanceId, ...body });
	const iso = (time: number): string => new Date(time).toISOString();
	const events = (kind: string) => recordedEvents(person, instanceId, kind);
	const send = async () =>
		(await gateway.post('/v1/messages/send', { instanceId, to: ANA, message: 'Hi' })).status;
	const listed = async (path = '/v1/chats') =>
		(await gateway.get(`${path}?instanceId=${instanceId}`)).at('data.0');

	it('takes the chat for settings.takeover.releaseAfter, or until a time, and releases it', async () => {
		expect(await listed()).toMatchObject({ chatId: ANA_ID, owner: 'bot', ownedUntil: null });
		const end = iso(clock.now() + 30 * MINUTE);
		const taken = await own({ owner: 'person' });
		expect([taken.status, taken.body]).toEqual([
			200,
			{ success: true, data: { chatId: ANA_ID, owner: 'person', ownedUntil: end } },
		]);
		expect(await send()).toBe(409);
		for (const path of ['/v1/chats', '/v1/messages/chats']) {
			expect(await listed(path)).toMatchObject({ owner: 'person', ownedUntil: end });
		}
		const pinned = await gateway.request(`/v1/chats/${ANA_ID}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify({ instanceId, pinned: true }),
		});
		expect(pinned.at('data')).toMatchObject({ pinned: true, owner: 'person', ownedUntil: end });

		const longer = iso(clock.now() + 30 * DAY);
		expect((await own({ owner: 'person', until: longer })).at('data.ownedUntil')).toBe(longer);
		const shorter = iso(clock.now() + MINUTE);
		expect((await own({ owner: 'person', until: shorter })).at('data.ownedUntil')).toBe(shorter);
		expect(await events('chat.taken')).toMatchObject([{ chatId: ANA_ID, until: end, by: 'api' }]);

		const back = await own({ owner: 'bot' });
		expect(back.at('data')).toEqual({ chatId: ANA_ID, owner: 'bot', ownedUntil: null });
		expect((await own({ owner: 'bot' })).status).toBe(200);
		expect(await send()).toBe(202);
		expect(await listed()).toMatchObject({ owner: 'bot', ownedUntil: null });
		expect(await events('chat.released')).toMatchObject([{ chatId: ANA_ID, reason: 'request' }]);
	});

	it('ends exactly when it says, also when that is earlier than before', async () => {
		await own({ owner: 'person' });
		await own({ owner: 'person', until: iso(clock.now() + MINUTE) });
		clock.advance(MINUTE - 1);
		expect(await send()).toBe(409);
		clock.advance(1);
		const released = await until('the release', async () => (await events('chat.released'))[0]);
		expect(released).toMatchObject({ reason: 'silence', timestamp: iso(clock.now()) });
	});

	it('says who took the chat', async () => {
		const answer = await person.put(`/v1/chats/${ANA_ID}/owner`, { instanceId, owner: 'person' });
		expect(answer.status).toBe(200);
		expect(await events('chat.taken')).toMatchObject([{ by: 'page' }]);
	});

	it('refuses what makes no sense, with a sentence', async () => {
		const refusals: [object, string][] = [
			[{ owner: 'bot', until: iso(clock.now() + MINUTE) }, '"until" is for'],
			[{ owner: 'person', until: iso(clock.now()) }, 'in the past'],
			[{ owner: 'person', until: iso(clock.now() + 30 * DAY + 1) }, 'at most 30 days'],
			[{ owner: 'person', until: '2026-12-31T23:59:60Z' }, 'not a time'],
			[{ owner: 'nobody' }, '"owner"'],
			[{ owner: 'person', until: 'tomorrow' }, '"until"'],
		];
		for (const [body, sentence] of refusals) {
			const answer = await own(body);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain(sentence);
		}
		const unknown = await own({ owner: 'person' }, '4915112345000@s.whatsapp.net');
		expect([unknown.status, unknown.at('error.code')]).toEqual([404, 'chat_not_found']);
		const elsewhere = await own({ owner: 'person', instanceId: 'inst_0' });
		expect(elsewhere.at('error.code')).toBe('invalid_instance');
		const reader = await clientWith(gateway, { scopes: ['messages:read'] });
		const forbidden = await reader.put(`/v1/chats/${ANA_ID}/owner`, { instanceId, owner: 'person' });
		expect(forbidden.at('error.code')).toBe('insufficient_permissions');

		await setTakeover(gateway, instanceId, null);
		const off = await own({ owner: 'person' });
		expect([off.status, off.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(off.text('error.message')).toContain('no settings.takeover');
	});
});
