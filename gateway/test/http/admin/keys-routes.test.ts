import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../support/client.ts';
import { databaseHolds } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openOwner, type Browser } from '../../support/owner.ts';

describe('API keys on the page', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let owner: Browser;
	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		owner = await openOwner(gateway);
	});
	afterAll(() => gateway.close());

	it('are made, used, listed and revoked, and their value is shown once', async () => {
		const made = await owner.post('/admin/v1/keys', { name: 'CI', scopes: ['instances:read'] });
		expect(made.status).toBe(201);
		const key = made.text('data.key');
		expect(key).toMatch(/^mgw_[0-9A-Za-z]{36}$/);
		const shown = {
			keyId: expect.stringMatching(/^key_/),
			name: 'CI',
			hint: key.slice(-4),
			scopes: ['instances:read'],
			allowedIps: null,
			createdAt: new Date(clock.now()).toISOString(),
			expiresAt: null,
			lastUsedAt: null,
			revokedAt: null,
		};
		expect(made.at('data')).toEqual({ ...shown, key });

		const client = createClient(gateway.url, key);
		expect((await client.get('/v1/instances')).status).toBe(200);
		expect((await client.get('/v1/webhooks')).at('error.code')).toBe('insufficient_permissions');

		const listed = await owner.get('/admin/v1/keys');
		const lastUsedAt = expect.any(String);
		expect((listed.at('data') as unknown[])[0]).toEqual({ ...shown, lastUsedAt });
		expect(JSON.stringify(listed.body)).not.toContain(key);
		expect(JSON.stringify((await owner.get('/admin/v1/audit')).body)).not.toContain(key);
		expect(await databaseHolds(gateway.folder, key)).toBe(false);
		expect(gateway.logged.join('\n')).not.toContain(key);

		const keyId = made.text('data.keyId');
		expect((await owner.delete(`/admin/v1/keys/${keyId}`)).status).toBe(200);
		expect((await client.get('/v1/instances')).at('error.code')).toBe('invalid_api_key');
		const [after] = (await owner.get('/admin/v1/keys')).at('data') as unknown[];
		expect(after).toMatchObject({ keyId, revokedAt: expect.any(String) });
		const again = await owner.delete(`/admin/v1/keys/${keyId}`);
		expect([again.status, again.at('error.code')]).toEqual([404, 'key_not_found']);
		const acts = (await owner.get('/admin/v1/audit?limit=2')).at('data');
		expect(acts).toMatchObject([
			{ actor: 'owner', action: 'key.revoked', target: keyId },
			{ actor: 'owner', action: 'key.created', target: keyId, details: { scopes: 'instances:read' } },
		]);
	});

	it('end when they are said to, and are good from named addresses only', async () => {
		const expiresAt = new Date(clock.now() + 60_000).toISOString();
		const short = await owner.post('/admin/v1/keys', { name: 'Short', expiresAt });
		const client = createClient(gateway.url, short.text('data.key'));
		expect((await client.get('/v1/health')).status).toBe(200);
		clock.advance(60_000);
		expect((await client.get('/v1/health')).at('error.code')).toBe('expired_api_key');

		const elsewhere = await owner.post('/admin/v1/keys', {
			name: 'Elsewhere',
			allowedIps: ['203.0.113.0/24', '2001:db8::/32'],
		});
		const refused = await createClient(gateway.url, elsewhere.text('data.key')).get('/v1/health');
		expect(refused.at('error.code')).toBe('ip_not_allowed');
	});

	it.each([
		['no name', {}, '"name"'],
		['an empty name', { name: '' }, '"name"'],
		['a scope nobody knows', { name: 'A', scopes: ['everything'] }, '"scopes.0"'],
		['a scope twice', { name: 'A', scopes: ['messages:read', 'messages:read'] }, '"scopes"'],
		['no scope at all', { name: 'A', scopes: [] }, '"scopes"'],
		['an address that is no range', { name: 'A', allowedIps: ['203.0.113.7'] }, '"allowedIps"'],
		['a range that is none', { name: 'A', allowedIps: ['10.0.0.0/64'] }, '"allowedIps"'],
		['an end in the past', { name: 'A', expiresAt: '2020-01-01T00:00:00.000Z' }, '"expiresAt"'],
		['an end that is no time', { name: 'A', expiresAt: 'tomorrow' }, '"expiresAt"'],
		['a value of its own', { name: 'A', key: 'mgw_chosen' }, '"key"'],
	])('are not made with %s', async (_what, body, named) => {
		const answer = await owner.post('/admin/v1/keys', body);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(named);
	});
});
