import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
	Authenticator,
	type Forgery,
	type PasskeyOptions,
} from '../../../../conformance/client/authenticator.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openBrowser, openOwner, PASSWORD, type Browser } from '../../support/owner.ts';

const CONFIRM = '/admin/v1/session/confirm';

describe('a passkey', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let owner: Browser;
	let device: Authenticator;

	const optionsAt = async (browser: Browser, path: string) =>
		(await browser.post(path, {})).at('data.options') as PasskeyOptions;
	const register = async (forgery: Forgery = {}, browser = owner) => {
		const options = await optionsAt(browser, '/admin/v1/account/passkeys/options');
		const made = new Authenticator(gateway.url);
		const body = { name: 'My phone', response: made.register(options, forgery) };
		return { made, body, answer: await browser.post('/admin/v1/account/passkeys', body) };
	};
	let senders = 0;
	/** Each attempt comes from another address, so that no failure makes the next attempt wait. */
	const signInWith = async (response: unknown) => {
		senders += 1;
		const headers = { 'x-forwarded-for': `192.0.2.${senders}`, 'x-forwarded-proto': 'https' };
		const browser = openBrowser(gateway);
		const answer = await browser.call('POST', '/admin/v1/session/passkey', { response }, headers);
		return answer.at('error.code') ?? answer.status;
	};
	const sign = (authenticator: Authenticator, options: PasskeyOptions, forgery: Forgery = {}) =>
		authenticator.sign(options, { origin: gateway.url.replace('http:', 'https:'), ...forgery });
	const signInOptions = () => optionsAt(openBrowser(gateway), '/admin/v1/session/passkey/options');

	beforeAll(async () => {
		gateway = await startTestGateway({ clock, environment: { GATEWAY_TRUST_PROXY: '127.0.0.0/8' } });
		owner = await openOwner(gateway);
		const { made, answer } = await register();
		expect(answer.status).toBe(201);
		expect(answer.at('data.recoveryCodes')).toHaveLength(10);
		device = made;
	});
	afterAll(() => gateway.close());

	it('signs its person in without a password', async () => {
		const browser = openBrowser(gateway);
		const response = device.sign(await signInOptions());
		const answer = await browser.post('/admin/v1/session/passkey', { response });
		expect([answer.status, answer.at('data.user.name')]).toEqual([201, 'owner']);
		expect((await browser.get('/v1/instances')).status).toBe(200);
		const [listed] = (await owner.get('/admin/v1/account/passkeys')).at('data') as unknown[];
		expect(listed).toEqual({
			passkeyId: expect.stringMatching(/^pk_/),
			name: 'My phone',
			createdAt: expect.stringMatching(/Z$/),
			lastUsedAt: expect.stringMatching(/Z$/),
		});
	});

	it('is asked for beside the password', async () => {
		const answer = await openBrowser(gateway).signIn();
		expect(answer.at('error')).toMatchObject({
			code: 'second_factor_required',
			methods: ['passkey', 'recovery_code'],
		});
	});

	it('is refused when its signature is sent again', async () => {
		const response = sign(device, await signInOptions());
		expect(await signInWith(response)).toBe(201);
		expect(await signInWith(response)).toBe('invalid_passkey');
	});

	it.each<[string, Forgery]>([
		['made for a page of another origin', { origin: 'https://evil.example' }],
		['made for a page of another port', { origin: 'http://127.0.0.1:5678' }],
		['made for another host', { rpId: 'evil.example' }],
		['signed by another key', { otherKey: true }],
		['signed without the finger or the PIN of its person', { userVerified: false }],
	])('is refused when %s', async (_what, forgery) => {
		expect(await signInWith(sign(device, await signInOptions(), forgery))).toBe('invalid_passkey');
	});

	it('is refused with a challenge that is not ours, too old, or for something else', async () => {
		const invented = { challenge: Buffer.from('v1.invented').toString('base64url'), rpId: '127.0.0.1' };
		expect(await signInWith(sign(device, invented))).toBe('invalid_passkey');
		const forConfirmation = await optionsAt(owner, `${CONFIRM}/passkey-options`);
		expect(await signInWith(sign(device, forConfirmation))).toBe('invalid_passkey');
		const options = await signInOptions();
		clock.advance(5 * 60_000);
		expect(await signInWith(sign(device, options))).toBe('invalid_passkey');
	});

	it('is refused when nobody has registered it', async () => {
		expect(await signInWith(sign(new Authenticator(gateway.url), await signInOptions()))).toBe(
			'invalid_passkey',
		);
	});

	it('confirms the session of its person, and of nobody else', async () => {
		clock.advance(10 * 60_000);
		const confirmWith = async (authenticator: Authenticator) => {
			const passkey = authenticator.sign(await optionsAt(owner, `${CONFIRM}/passkey-options`));
			const answer = await owner.post(CONFIRM, { passkey });
			return answer.at('error.code') ?? answer.status;
		};
		expect((await owner.post('/admin/v1/keys', { name: 'Key' })).at('error.code')).toBe(
			'confirmation_required',
		);
		expect(await confirmWith(device)).toBe(200);
		expect((await owner.post('/admin/v1/keys', { name: 'Key' })).status).toBe(201);

		const invited = await owner.post('/admin/v1/users', { name: 'Ada', role: 'owner' });
		const token = invited.text('data.inviteUrl').split('/#/setup/')[1];
		const ada = openBrowser(gateway);
		await ada.post('/admin/v1/setup', { token, password: PASSWORD });
		await ada.confirm();
		const { made: hers, answer } = await register({}, ada);
		expect(answer.status).toBe(201);
		expect(await confirmWith(hers)).toBe('invalid_passkey');
	});

	it('is added once, only for the page that asked', async () => {
		const passkey = device.sign(await optionsAt(owner, `${CONFIRM}/passkey-options`));
		await owner.post(CONFIRM, { passkey });
		for (const forgery of [{ origin: 'https://evil.example' }, { userVerified: false }]) {
			expect((await register(forgery)).answer.at('error.code')).toBe('invalid_passkey');
		}
		const { body, answer } = await register();
		expect([answer.status, answer.at('data.recoveryCodes')]).toEqual([201, null]);
		const again = await owner.post('/admin/v1/account/passkeys', body);
		expect(again.at('error.code')).toBe('invalid_passkey');
	});

	it('signs nobody in once it is removed', async () => {
		const passkey = device.sign(await optionsAt(owner, `${CONFIRM}/passkey-options`));
		expect((await owner.post(CONFIRM, { passkey })).status).toBe(200);
		const passkeys = (await owner.get('/admin/v1/account/passkeys')).at('data') as { passkeyId: string }[];
		for (const { passkeyId } of passkeys) {
			expect((await owner.delete(`/admin/v1/account/passkeys/${passkeyId}`)).status).toBe(200);
		}
		expect(await signInWith(sign(device, await signInOptions()))).toBe('invalid_passkey');
		expect((await openBrowser(gateway).signIn(PASSWORD, 'owner')).status).toBe(201);
	});
});
