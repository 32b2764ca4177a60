import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { URI, type TOTP } from 'otpauth';
import { WebSocket } from 'ws';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { runGateway } from '../../support/gateway-process.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { openBrowser, openOwner, PASSWORD, type Browser } from '../../support/owner.ts';

/** Milliseconds between two checks of who has a connection. */
const CHECK_INTERVAL = 5000;

describe('a connection to the real-time channel whose caller may do less than before', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let owner: Browser;
	let sockets: WebSocket[];

	beforeEach(async () => {
		clock = createManualClock();
		sockets = [];
		gateway = await startTestGateway({ clock, environment: { GATEWAY_REQUIRE_SECOND_FACTOR: 'on' } });
		owner = await openOwner(gateway);
		await addTotp(owner);
	});
	afterEach(async () => {
		for (const socket of sockets) socket.terminate();
		await gateway.close();
	});

	/** Sets up an authenticator app; returns its recovery codes. */
	async function addTotp(browser: Browser): Promise<string[]> {
		const begun = await browser.post('/admin/v1/account/totp', {});
		const app = URI.parse(begun.text('data.url')) as TOTP;
		const confirmed = await browser.put('/admin/v1/account/totp', {
			code: app.generate({ timestamp: clock.now() }),
		});
		return confirmed.at('data.recoveryCodes') as string[];
	}

	/** Subscribes in a session, or with a key; returns the connection and the first answer. */
	async function subscribe(channel: string, caller: Browser | string) {
		const isKey = typeof caller === 'string';
		const headers = isKey ? {} : { cookie: caller.cookie(), origin: gateway.url };
		const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`, { headers });
		sockets.push(socket);
		const closed = once(socket, 'close').then(([code, reason]: unknown[]) => [code, String(reason)]);
		await once(socket, 'open');
		const credentials = isKey ? { apiKey: caller } : { csrfToken: caller.csrfToken() };
		socket.send(JSON.stringify({ type: 'subscribe', channel, ...credentials }));
		const [content] = (await once(socket, 'message')) as [Buffer];
		return { closed, answer: JSON.parse(content.toString()) as unknown };
	}

	/** Invites a person with this role, who sets a password and an authenticator app. */
	async function invite(name: string, role: string): Promise<{ browser: Browser; userId: string }> {
		const invited = await owner.post('/admin/v1/users', { name, role });
		const [, token] = invited.text('data.inviteUrl').split('/#/setup/');
		const browser = openBrowser(gateway);
		await browser.post('/admin/v1/setup', { token, password: PASSWORD });
		await browser.confirm();
		await addTotp(browser);
		return { browser, userId: invited.text('data.user.userId') };
	}

	it('is closed when the person removes their last second factor', async () => {
		const { answer, closed } = await subscribe('events', owner);
		expect(at(answer, 'type')).toBe('subscribed');
		expect((await owner.delete('/admin/v1/account/totp')).status).toBe(200);
		clock.advance(CHECK_INTERVAL);
		expect(await closed).toEqual([4401, 'second_factor_missing']);
		expect(at((await subscribe('events', owner)).answer, 'error.code')).toBe('second_factor_missing');
	});

	it('is closed when the person gets another role, and may be opened again with that', async () => {
		const { browser, userId } = await invite('Ada', 'operator');
		const { answer, closed } = await subscribe('phone:4915112345678', browser);
		expect(at(answer, 'type')).toBe('subscribed');
		const changed = await owner.call('PATCH', `/admin/v1/users/${userId}`, { role: 'viewer' });
		expect(changed.status).toBe(200);
		clock.advance(CHECK_INTERVAL);
		expect(await closed).toEqual([1013, 'role_changed']);
		const again = await subscribe('phone:4915112345678', browser);
		expect(at(again.answer, 'error.code')).toBe('insufficient_permissions');
		expect(at((await subscribe('events', browser)).answer, 'type')).toBe('subscribed');
	});

	it('is closed when the command line revokes its key', async () => {
		const key = await owner.post('/admin/v1/keys', { name: 'Shop' });
		const { answer, closed } = await subscribe('events', key.text('data.key'));
		expect(at(answer, 'type')).toBe('subscribed');
		const command = ['keys', 'revoke', key.text('data.keyId')];
		expect((await runGateway(command, { GATEWAY_DATA_DIR: gateway.folder })).code).toBe(0);
		clock.advance(CHECK_INTERVAL);
		expect(await closed).toEqual([4401, 'invalid_api_key']);
	});

	it('stays open while nothing changes', async () => {
		const { closed } = await subscribe('events', owner);
		clock.advance(CHECK_INTERVAL);
		expect(await Promise.race([closed, subscribe('events', owner)])).toMatchObject({
			answer: { type: 'subscribed' },
		});
	});
});
