import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { openOwner, type Browser } from '../../../support/owner.ts';
import { recordedEvents } from '../../../support/report.ts';
import { until } from '../../../support/until.ts';

const PHONE = '4915112345678';
const OTHER = '4915112345679';
const LID = '123456789012345@lid';
const HOUR = 3_600_000;

describe('an account on the simulated network', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;
	let owner: Browser;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
		owner = await openOwner(gateway);
	});
	afterEach(() => gateway.close());

	const path = (rest: string): string => `/simulator/v1/instances/${instanceId}/${rest}`;
	const events = (kind: string) =>
		recordedEvents(owner, instanceId, kind) as Promise<Record<string, unknown>[]>;
	const status = async () => (await gateway.get(`/v1/instances/${instanceId}/status`)).at('data');
	const codeOf = async (answer: ReturnType<TestGateway['post']>): Promise<unknown> => {
		const { status: httpStatus, at } = await answer;
		return httpStatus < 300 ? httpStatus : at('error.code');
	};

	describe('that is restricted', () => {
		const restrict = (body: object) => gateway.post(path('restriction'), body);
		const isRestricted = async (): Promise<boolean> =>
			((await status()) as { restriction: unknown }).restriction !== null;

		it('ends at the time that the network named', async () => {
			expect(
				(await restrict({ kind: 'new_chats', until: new Date(clock.now() + HOUR).toISOString() })).status,
			).toBe(200);
			expect(await isRestricted()).toBe(true);
			const first = await sendText(gateway, instanceId, PHONE);
			clock.advance(HOUR);
			await until('the end', async () => (await events('instance.restricted')).length === 2);
			expect(await events('instance.restricted')).toMatchObject([{ active: true }, { active: false }]);
			await until('the message', async () => {
				clock.advance(1000);
				return (await gateway.get(`/v1/messages/${first}/status`)).at('data.status') === 'read';
			});
		});

		it('ends during a restart too', async () => {
			await restrict({ kind: 'sending', until: new Date(clock.now() + HOUR).toISOString() });
			clock.advance(2 * HOUR);
			gateway = await gateway.restart();
			owner = await openOwner(gateway);
			await until('the end', async () => {
				clock.advance(1000);
				return (await events('instance.restricted')).some(({ active }) => active === false);
			});
			expect(await isRestricted()).toBe(false);
		});

		it('stays so when another restriction replaced the one that ends', async () => {
			await restrict({ kind: 'new_chats', until: new Date(clock.now() + HOUR).toISOString() });
			await restrict({ kind: 'sending', until: new Date(clock.now() + 3 * HOUR).toISOString() });
			clock.advance(HOUR);
			expect(await status()).toMatchObject({ restriction: { kind: 'sending' } });
		});

		it.each([
			['the past', -HOUR],
			['more than a year from now', 400 * 24 * HOUR],
		])('cannot be so until %s', async (_when, after) => {
			const body = { kind: 'sending', until: new Date(clock.now() + after).toISOString() };
			expect(await codeOf(restrict(body))).toBe('invalid_parameters');
		});
	});

	describe('that has blocked a person', () => {
		const block = (person: string, action = 'block') =>
			gateway.post(`/v1/contacts/${person}/${action}`, { instanceId });
		const write = async (fields: object): Promise<unknown> =>
			(await gateway.post(path('messages'), { content: 'Hello', ...fields })).at('data.messageId');

		it('gets no messages, reactions, calls or echoes of theirs', async () => {
			await write({ from: PHONE });
			const sent = await sendText(gateway, instanceId, PHONE);
			await until('the sent message', async () => {
				clock.advance(1000);
				return (await gateway.get(`/v1/messages/${sent}/status`)).at('data.status') === 'read';
			});
			await block(PHONE);
			expect(await write({ from: PHONE })).toBeNull();
			expect((await gateway.put(path(`messages/${sent}/reaction`), { emoji: '👍' })).status).toBe(200);
			expect((await gateway.post(path('calls'), { from: PHONE })).at('data.rejected')).toBe(false);
			expect(await events('message.reaction')).toEqual([]);
			expect(await events('call.received')).toEqual([]);
			expect(await events('message.received')).toHaveLength(1);
			await block(PHONE, 'unblock');
			expect(await write({ from: PHONE })).toEqual(expect.any(String));
		});

		it('gets what they write in groups', async () => {
			const group = await gateway.post(path('groups'), { from: PHONE, name: 'Team' });
			await block(PHONE);
			expect(await write({ from: PHONE, chatId: group.at('data.id') })).toEqual(expect.any(String));
		});

		it('blocks a person without a phone number, also once their number is revealed', async () => {
			await write({ from: null, senderId: LID });
			expect((await block(LID)).status).toBe(200);
			expect(await write({ from: null, senderId: LID })).toBeNull();
			await gateway.post(path(`contacts/${LID}/reveal`), { phone: OTHER });
			expect(await write({ from: OTHER })).toBeNull();
		});
	});

	it('reports who is online and typing on a phone that is controlled by hand', async () => {
		await gateway.put(`/simulator/v1/phones/${PHONE}`, {});
		await gateway.post(path('messages'), { from: PHONE, content: 'Hello' });
		await gateway.post(`/v1/chats/${PHONE}@s.whatsapp.net/presence`, { instanceId });
		await gateway.post(`/simulator/v1/phones/${PHONE}/typing`, { instanceId });
		await gateway.put(`/simulator/v1/phones/${PHONE}`, { online: false });
		expect(await events('presence.updated')).toMatchObject([
			{ from: PHONE, state: 'typing', lastSeenAt: null },
			{ from: PHONE, state: 'offline', lastSeenAt: new Date(clock.now()).toISOString() },
		]);
	});

	it('asks for a passkey, and takes the answer to its challenge alone', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const own = (rest: string): string => `/simulator/v1/instances/${id}/${rest}`;
		expect(await codeOf(gateway.post(own('passkey-challenge')))).toBe('instance_disconnected');
		await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await gateway.post(own('passkey-challenge'));
		expect((await gateway.post(own('scan'))).status).toBe(200);
		const shown = (await gateway.get(`/v1/instances/${id}/status`)).at('data') as {
			status: string;
			passkeyRequest: { options: { challenge: string } };
		};
		expect(shown.status).not.toBe('connected');

		const answer = (challenge: string) => {
			const data = JSON.stringify({ type: 'webauthn.get', challenge, origin: gateway.url });
			const clientDataJSON = Buffer.from(data).toString('base64url');
			const response = { id: 'a', type: 'public-key', response: { clientDataJSON } };
			return gateway.post(`/v1/instances/${id}/passkey`, { response });
		};
		expect((await answer('another')).status).toBeGreaterThanOrEqual(400);
		expect((await answer(shown.passkeyRequest.options.challenge)).status).toBe(200);
		await until('the connection', async () => {
			return (await gateway.get(`/v1/instances/${id}/status`)).at('data.status') === 'connected';
		});
	});

	it('keeps the number of its pairing code over a restart', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const connected = await gateway.post(`/v1/instances/${id}/connect`, {
			method: 'pairing_code',
			phone: OTHER,
		});
		const code = connected.text('pairingCode');
		const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;
		expect((await gateway.post(`/simulator/v1/instances/${id}/pairing`, { code: typed })).status).toBe(200);
		gateway = await gateway.restart();
		await until('the connection', async () => {
			clock.advance(1000);
			return (await gateway.get(`/v1/instances/${id}/status`)).at('data.status') === 'connected';
		});
		expect((await gateway.get(`/v1/instances/${id}`)).at('data.phone')).toBe(OTHER);
	});
});
