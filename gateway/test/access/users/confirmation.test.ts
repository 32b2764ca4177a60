import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openOwner, type Browser } from '../../support/owner.ts';

describe('a sensitive operation', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let owner: Browser;
	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		owner = await openOwner(gateway);
	});
	afterAll(() => gateway.close());

	const codeOf = async (method: string, path: string, body?: unknown) => {
		const answer = await owner.call(method, path, body);
		return answer.at('error.code') ?? answer.status;
	};

	it('needs the password again, which counts for five minutes', async () => {
		const hook = { url: 'https://example.com/hook', events: ['message.sent'] };
		const webhookId = (await owner.post('/v1/webhooks', hook)).text('data.id');
		const newKey = (await owner.post('/admin/v1/keys', { name: 'First' })).text('data.keyId');
		clock.advance(5 * 60_000);
		expect((await owner.get('/admin/v1/session')).at('data.confirmedUntil')).toBeNull();
		const sensitive: [string, string, unknown][] = [
			['POST', '/admin/v1/keys', { name: 'Second' }],
			['DELETE', `/admin/v1/keys/${newKey}`, undefined],
			['POST', '/admin/v1/users', { name: 'Eve', role: 'owner' }],
			['POST', '/admin/v1/account/totp', {}],
			['POST', '/admin/v1/account/passkeys/options', {}],
			['POST', `/v1/webhooks/${webhookId}/rotate-secret`, {}],
			['PUT', `/v1/webhooks/${webhookId}`, { secret: 'a-secret-of-somebody-else' }],
		];
		for (const [method, path, body] of sensitive) {
			expect([path, await codeOf(method, path, body)]).toEqual([path, 'confirmation_required']);
		}
		expect(await codeOf('PUT', `/v1/webhooks/${webhookId}`, { name: 'Not sensitive' })).toBe(200);

		const wrong = await owner.confirm('not the password');
		expect([wrong.status, wrong.at('error.code')]).toEqual([401, 'invalid_password']);
		expect(await codeOf('POST', '/admin/v1/keys', { name: 'Second' })).toBe('confirmation_required');
		const confirmed = await owner.confirm();
		expect(confirmed.at('data.confirmedUntil')).toBe(new Date(clock.now() + 5 * 60_000).toISOString());
		for (const [method, path, body] of sensitive) {
			expect([path, [200, 201].includes(Number(await codeOf(method, path, body)))]).toEqual([path, true]);
		}
	});

	it('gives the session new secrets, and refuses the earlier ones', async () => {
		const before = { cookie: owner.cookie(), 'x-csrf-token': owner.csrfToken() };
		expect((await owner.confirm()).status).toBe(200);
		expect(owner.cookie()).not.toBe(before.cookie);
		expect((await gateway.request('/v1/instances', { headers: before })).at('error.code')).toBe(
			'not_signed_in',
		);
		const mixed = { cookie: owner.cookie(), 'x-csrf-token': before['x-csrf-token'] };
		expect((await gateway.request('/v1/instances', { headers: mixed })).at('error.code')).toBe(
			'csrf_token_required',
		);
		expect((await owner.get('/v1/instances')).status).toBe(200);
	});

	it('refuses what is neither a password nor a passkey', async () => {
		for (const body of [{}, { passkey: {} }, { passkey: { id: 7 } }, { password: 12 }]) {
			const answer = await owner.post('/admin/v1/session/confirm', body);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		}
	});

	it('asks no API key', async () => {
		const hook = { url: 'https://example.com/hook', events: ['message.sent'] };
		const webhookId = (await gateway.post('/v1/webhooks', hook)).text('data.id');
		expect((await gateway.post(`/v1/webhooks/${webhookId}/rotate-secret`, {})).status).toBe(200);
	});
});
