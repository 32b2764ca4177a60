import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openBrowser, openOwner, PASSWORD, type Browser } from '../../support/owner.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;

describe('signing in and out', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let owner: Browser;
	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		owner = await openOwner(gateway);
	});
	afterAll(() => gateway.close());

	const signedIn = async () => {
		const browser = openBrowser(gateway);
		expect((await browser.signIn()).status).toBe(201);
		return browser;
	};
	const codeFor = async (browser: Browser) => (await browser.get('/admin/v1/session')).at('error.code');

	it('sets a cookie that scripts cannot read and other sites do not send', async () => {
		const browser = await signedIn();
		expect(browser.setCookie()).toMatch(
			/^mgw_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
		);
		const answer = await browser.get('/admin/v1/session');
		expect(answer.headers.get('cache-control')).toBe('no-store');
	});

	it('answers invalid_password for a wrong password, and nothing more', async () => {
		const answer = await openBrowser(gateway).signIn('not the password at all');
		expect([answer.status, answer.at('error.code')]).toEqual([401, 'invalid_password']);
		expect(answer.headers.get('set-cookie')).toBeNull();
		expect(answer.at('error.retryAfter')).toBeUndefined();
	});

	it('starts a new session each time, and never reuses a session id that the browser sent', async () => {
		const planted = 'mgw_session=planted-by-somebody-else-0000000000000000';
		const browser = openBrowser(gateway);
		const headers = { cookie: planted };
		const answer = await browser.call('POST', '/admin/v1/session', { password: PASSWORD }, headers);
		expect(answer.status).toBe(201);
		expect(browser.cookie()).not.toBe(planted);
		const asPlanted = await gateway.request('/admin/v1/session', { headers });
		expect(asPlanted.at('error.code')).toBe('not_signed_in');

		const before = browser.cookie();
		expect((await browser.signIn()).status).toBe(201);
		expect(browser.cookie()).not.toBe(before);
		const asBefore = await gateway.request('/admin/v1/session', { headers: { cookie: before } });
		expect(asBefore.at('error.code')).toBe('not_signed_in');
	});

	it('ends a session after 12 hours without use, and after 7 days in any case', async () => {
		const idle = await signedIn();
		clock.advance(12 * HOUR - 1);
		expect(await codeFor(idle)).toBeUndefined();
		await idle.get('/v1/instances');
		clock.advance(12 * HOUR);
		expect(await codeFor(idle)).toBe('not_signed_in');

		const busy = await signedIn();
		const began = clock.now();
		for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
			clock.advance(6 * HOUR);
			// The time of the last use is stored asynchronously.
			const expected = Math.min(clock.now() + 12 * HOUR, began + 7 * 24 * HOUR);
			await until('the use to be stored', async () => {
				return Date.parse((await busy.get('/admin/v1/session')).text('data.expiresAt')) === expected;
			});
		}
		clock.advance(6 * HOUR);
		expect(await codeFor(busy)).toBe('not_signed_in');
	});

	it('ends the session when the owner signs out', async () => {
		const browser = await signedIn();
		const cookie = browser.cookie();
		expect((await browser.delete('/admin/v1/session')).status).toBe(200);
		expect(browser.setCookie()).toMatch(/^mgw_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/);
		const answer = await gateway.request('/v1/instances', { headers: { cookie } });
		expect([answer.status, answer.at('error.code')]).toEqual([401, 'not_signed_in']);
	});

	it('lists the sessions of the owner, and ends one or all', async () => {
		const here = await signedIn();
		const there = openBrowser(gateway);
		await there.call('POST', '/admin/v1/session', { password: PASSWORD }, { 'user-agent': 'A telephone' });
		type Listed = { sessionId: string; current: boolean; userAgent: string; address: string };
		const listed = (await here.get('/admin/v1/sessions')).at('data') as Listed[];
		expect(listed[0]).toEqual({
			sessionId: expect.stringMatching(/^ses_/),
			current: false,
			createdAt: expect.any(String),
			lastUsedAt: expect.any(String),
			expiresAt: expect.any(String),
			address: '127.0.0.1',
			userAgent: 'A telephone',
		});
		expect(listed[1]?.current).toBe(true);

		await here.confirm();
		expect((await here.delete(`/admin/v1/sessions/${listed[0]?.sessionId ?? ''}`)).status).toBe(200);
		expect(await codeFor(there)).toBe('not_signed_in');
		expect(await codeFor(here)).toBeUndefined();
		const again = await here.delete(`/admin/v1/sessions/${listed[0]?.sessionId ?? ''}`);
		expect([again.status, again.at('error.code')]).toEqual([404, 'session_not_found']);

		const other = await signedIn();
		expect((await here.delete('/admin/v1/sessions')).status).toBe(200);
		expect([await codeFor(here), await codeFor(other)]).toEqual(['not_signed_in', 'not_signed_in']);
	});

	it('changes the password and ends the other sessions', async () => {
		const here = await signedIn();
		const there = await signedIn();
		const change = (currentPassword: string, newPassword: string) =>
			here.put('/admin/v1/password', { currentPassword, newPassword });
		expect((await change('not the password at all', 'a longer new password')).at('error.code')).toBe(
			'invalid_password',
		);
		expect(await codeFor(there)).toBeUndefined();
		expect((await change(PASSWORD, 'too short')).at('error.code')).toBe('invalid_parameters');
		expect((await change(PASSWORD, 'a longer new password')).status).toBe(200);
		expect([await codeFor(here), await codeFor(there)]).toEqual([undefined, 'not_signed_in']);
		expect((await openBrowser(gateway).signIn()).at('error.code')).toBe('invalid_password');
		expect((await openBrowser(gateway).signIn('a longer new password')).status).toBe(201);
		expect((await change('a longer new password', PASSWORD)).status).toBe(200);
	});

	it('records successes and failures in the audit log with the address', async () => {
		const browser = await signedIn();
		await openBrowser(gateway).signIn('wrong wrong wrong wrong');
		const [failed, succeeded] = (await browser.get('/admin/v1/audit?limit=2')).at('data') as unknown[];
		expect(failed).toMatchObject({
			actor: 'nobody',
			action: 'user.sign_in_failed',
			details: { address: '127.0.0.1' },
		});
		expect(succeeded).toMatchObject({ actorName: 'owner', action: 'user.signed_in' });
		expect((await owner.get('/admin/v1/audit?limit=1')).status).toBe(401);
	});
});

describe('the limit of sign-in attempts', () => {
	let gateway: TestGateway;
	const FROM_PROXY = { GATEWAY_TRUST_PROXY: '127.0.0.0/8' };
	const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });
	const signIn = (address: string, password: string) =>
		openBrowser(gateway).call('POST', '/admin/v1/session', { password }, from(address));
	const setUp = (address: string) => {
		const body = { token: gateway.setupToken, password: PASSWORD };
		return openBrowser(gateway).call('POST', '/admin/v1/setup', body, from(address));
	};
	const WRONG = 'not the password at all';
	afterEach(() => gateway.close());

	it('makes a network wait after five failures, at once or one after the other, even if rate limits are off', async () => {
		gateway = await startTestGateway({ environment: FROM_PROXY });
		await setUp('203.0.113.1');
		const codes: unknown[] = [];
		// The first waits may be over before the next guess is made.
		for (let wait = 0; wait < 4; ) {
			const answer = await signIn('198.51.100.7', WRONG);
			codes.push(answer.at('error.code'));
			wait = Number(answer.headers.get('retry-after') ?? 0);
		}
		expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'invalid_password'));
		expect(codes).toContain('rate_limit_exceeded');
		const right = await signIn('198.51.100.7', PASSWORD);
		expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);

		const startedAt = performance.now();
		const atOnce = await Promise.all(Array.from({ length: 30 }, () => signIn('2001:db8::1', WRONG)));
		const guesses = atOnce.filter((answer) => answer.at('error.code') === 'invalid_password');
		// Six are free. A slow machine makes others after waits of 1, 2, 4 and more seconds.
		const seconds = (performance.now() - startedAt) / 1000;
		expect(guesses.length).toBeLessThanOrEqual(6 + Math.floor(Math.log2(seconds + 1)));
	});

	it('counts the addresses of an IPv6 network together', async () => {
		gateway = await startTestGateway({ environment: FROM_PROXY });
		await setUp('203.0.113.1');
		const statuses = [];
		for (let count = 0; count < 12; count += 1) {
			statuses.push((await signIn(`2001:db8:0:1::${count.toString(16)}`, WRONG)).status);
		}
		expect(statuses).toContain(429);
		const elsewhere = await signIn('2001:db8:0:2::1', PASSWORD);
		expect(elsewhere.status).toBe(201);
		// Behind a proxy that ends TLS, the cookie is sent over TLS only, and no other host can set it.
		expect(elsewhere.headers.get('set-cookie')).toMatch(/^__Host-mgw_session=.*; Secure/);
	});

	it('locks nobody out but the guessers: neither from a new address nor from a known one', async () => {
		gateway = await startTestGateway({ environment: FROM_PROXY });
		await setUp('203.0.113.1');
		for (let guess = 0; guess < 100; guess += 1) await signIn(`198.51.100.${guess % 10}`, WRONG);
		expect((await signIn('192.0.2.55', PASSWORD)).status).toBe(201);
		expect((await signIn('203.0.113.1', PASSWORD)).status).toBe(201);
	});

	it('lets people who signed in from an address before wait half a minute at most', async () => {
		gateway = await startTestGateway({ environment: FROM_PROXY });
		await setUp('203.0.113.1');
		let longest = 0;
		for (let count = 0; count < 60; count += 1) {
			const answer = await signIn('203.0.113.1', WRONG);
			longest = Math.max(longest, Number(answer.headers.get('retry-after') ?? 0));
		}
		expect(longest).toBeGreaterThan(0);
		expect(longest).toBeLessThanOrEqual(30);
	});
});
