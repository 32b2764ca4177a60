import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { URI, type TOTP } from 'otpauth';
import { WebSocket } from 'ws';
import { databaseHolds } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openBrowser, openOwner, PASSWORD, type Browser } from '../../support/owner.ts';

describe('an authenticator app', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let owner: Browser;
	let app: TOTP;
	let recoveryCodes: string[];

	const codeNow = (offset = 0) => app.generate({ timestamp: clock.now() + offset });
	const signIn = (rest: Record<string, unknown>) =>
		openBrowser(gateway).post('/admin/v1/session', { password: PASSWORD, ...rest });
	const outcomeOf = async (rest: Record<string, unknown>) => {
		const answer = await signIn(rest);
		return answer.at('error.code') ?? answer.status;
	};

	beforeEach(async () => {
		gateway = await startTestGateway({ clock });
		owner = await openOwner(gateway);
		const begun = await owner.post('/admin/v1/account/totp', {});
		expect(begun.text('data.qrCode')).toMatch(/^data:image\/png;base64,/);
		app = URI.parse(begun.text('data.url')) as TOTP;
		expect(app.secret.base32).toBe(begun.text('data.secret'));
		expect(await outcomeOf({})).toBe(201);
		const wrong = await owner.put('/admin/v1/account/totp', { code: '000000' });
		expect([wrong.status, wrong.at('error.code')]).toEqual([401, 'invalid_code']);
		const confirmed = await owner.put('/admin/v1/account/totp', { code: codeNow() });
		recoveryCodes = confirmed.at('data.recoveryCodes') as string[];
		expect(recoveryCodes).toHaveLength(10);
		clock.advance(30_000);
	});
	afterEach(() => gateway.close());

	it('is asked for beside the password, and each code works once', async () => {
		const without = await signIn({});
		expect([without.status, without.at('error')]).toEqual([
			401,
			expect.objectContaining({ code: 'second_factor_required', methods: ['totp', 'recovery_code'] }),
		]);
		expect(without.headers.get('set-cookie')).toBeNull();
		expect(await outcomeOf({ code: '123456' })).toBe('invalid_code');
		expect(await outcomeOf({ password: 'not the password', code: codeNow() })).toBe('invalid_password');
		expect(await outcomeOf({ code: codeNow() })).toBe(201);
		expect(await outcomeOf({ code: codeNow() })).toBe('invalid_code');
		clock.advance(30_000);
		// The clock of a phone may be half a minute off; the code before the last one is too old.
		expect(await outcomeOf({ code: codeNow(30_000) })).toBe(201);
		clock.advance(90_000);
		expect(await outcomeOf({ code: codeNow(-60_000) })).toBe('invalid_code');
	});

	it('has codes of digits only', async () => {
		expect(await outcomeOf({ code: '12345é' })).toBe('invalid_code');
		expect(await outcomeOf({ code: '١٢٣٤٥٦' })).toBe('invalid_code');
	});

	it('is replaced by a recovery code once, in any spelling', async () => {
		const [code = ''] = recoveryCodes;
		expect(await outcomeOf({ recoveryCode: 'abcd-efgh-jkmn-pqrs' })).toBe('invalid_code');
		expect(await outcomeOf({ recoveryCode: code.toUpperCase().replaceAll('-', ' ') })).toBe(201);
		expect(await outcomeOf({ recoveryCode: code })).toBe('invalid_code');
		expect((await owner.get('/admin/v1/account')).at('data.recoveryCodesLeft')).toBe(9);
		const renewed = await owner.post('/admin/v1/account/recovery-codes', {});
		expect(await outcomeOf({ recoveryCode: recoveryCodes[1] })).toBe('invalid_code');
		expect(await outcomeOf({ recoveryCode: (renewed.at('data.recoveryCodes') as string[])[0] })).toBe(201);
	});

	it('is also asked for to confirm a session', async () => {
		clock.advance(10 * 60_000);
		const without = await owner.confirm();
		expect(without.at('error.code')).toBe('second_factor_required');
		const body = { password: PASSWORD, code: codeNow() };
		expect((await owner.post('/admin/v1/session/confirm', body)).status).toBe(200);
		expect((await owner.delete('/admin/v1/account/totp')).status).toBe(200);
		expect(await outcomeOf({})).toBe(201);
		expect((await owner.get('/admin/v1/account')).at('data')).toMatchObject({
			user: { secondFactors: [] },
			recoveryCodesLeft: 0,
		});
	});

	it('cannot be guessed, by one network or by many', async () => {
		const outcomes = [];
		for (let guess = 0; guess < 14; guess += 1) {
			outcomes.push(await outcomeOf({ code: String(100_000 + guess) }));
		}
		expect(outcomes).toContain('rate_limit_exceeded');
	});

	it('is stored sealed, and its codes as hashes', async () => {
		for (const secret of [
			app.secret.base32,
			...recoveryCodes,
			(recoveryCodes[0] ?? '').replaceAll('-', ''),
		]) {
			expect(await databaseHolds(gateway.folder, secret)).toBe(false);
			expect(gateway.logged.join('\n')).not.toContain(secret);
		}
	});
});

describe('a gateway that requires a second factor', () => {
	it('lets people do nothing but set one up until they have one', async () => {
		const gateway = await startTestGateway({ environment: { GATEWAY_REQUIRE_SECOND_FACTOR: 'on' } });
		const owner = await openOwner(gateway);
		const codeAt = async (path: string) => (await owner.get(path)).at('error.code');
		expect([await codeAt('/v1/instances'), await codeAt('/admin/v1/keys')]).toEqual([
			'second_factor_missing',
			'second_factor_missing',
		]);
		expect([await codeAt('/admin/v1/session'), await codeAt('/admin/v1/account')]).toEqual([
			undefined,
			undefined,
		]);
		const begun = await owner.post('/admin/v1/account/totp', {});
		const app = URI.parse(begun.text('data.url')) as TOTP;
		expect((await owner.put('/admin/v1/account/totp', { code: app.generate() })).status).toBe(200);
		expect(await codeAt('/v1/instances')).toBeUndefined();
		// Programs have keys.
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		await gateway.close();
	});

	it('tells them nothing over the real-time channel until they have one', async () => {
		const gateway = await startTestGateway({ environment: { GATEWAY_REQUIRE_SECOND_FACTOR: 'on' } });
		const owner = await openOwner(gateway);
		const headers = { cookie: owner.cookie(), origin: gateway.url };
		const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`, { headers });
		await once(socket, 'open');
		const subscribe = async (): Promise<unknown> => {
			const message = { type: 'subscribe', channel: 'events', csrfToken: owner.csrfToken() };
			socket.send(JSON.stringify(message));
			const [content] = (await once(socket, 'message')) as [Buffer];
			return JSON.parse(content.toString());
		};
		expect(at(await subscribe(), 'error.code')).toBe('second_factor_missing');
		const begun = await owner.post('/admin/v1/account/totp', {});
		const app = URI.parse(begun.text('data.url')) as TOTP;
		await owner.put('/admin/v1/account/totp', { code: app.generate() });
		expect(await subscribe()).toEqual({ type: 'subscribed', channel: 'events' });
		socket.terminate();
		await gateway.close();
	});
});
