import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../support/client.ts';
import { databaseHolds } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openOwner, type Browser } from '../../support/owner.ts';

describe('/admin/v1/keys', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	let owner: Browser;
	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		owner = await openOwner(gateway);
	});
	afterAll(() => gateway.close());

	it('creates, lists and revokes a key, and returns its value once', async () => {
		const created = await owner.post('/admin/v1/keys', { name: 'CI', scopes: ['instances:read'] });
		expect(created.status).toBe(201);
		const key = created.text('data.key');
		expect(key).toMatch(/^mgw_[0-9A-Za-z]{36}$/);
		const expectedKey = {
			keyId: expect.stringMatching(/^key_/),
			name: 'CI',
			hint: key.slice(-4),
			scopes: ['instances:read'],
			instanceIds: null,
			allowedIps: null,
			createdAt: new Date(clock.now()).toISOString(),
			expiresAt: null,
			lastUsedAt: null,
			revokedAt: null,
		};
		expect(created.at('data')).toEqual({ ...expectedKey, key });

		const client = createClient(gateway.url, key);
		expect((await client.get('/v1/instances')).status).toBe(200);
		expect((await client.get('/v1/webhooks')).at('error.code')).toBe('insufficient_permissions');

		const listed = await owner.get('/admin/v1/keys');
		const lastUsedAt = expect.any(String);
		expect((listed.at('data') as unknown[])[0]).toEqual({ ...expectedKey, lastUsedAt });
		expect(JSON.stringify(listed.body)).not.toContain(key);
		expect(JSON.stringify((await owner.get('/admin/v1/audit')).body)).not.toContain(key);
		expect(await databaseHolds(gateway.folder, key)).toBe(false);
		expect(gateway.logged.join('\n')).not.toContain(key);

		const keyId = created.text('data.keyId');
		expect((await owner.delete(`/admin/v1/keys/${keyId}`)).status).toBe(200);
		expect((await client.get('/v1/instances')).at('error.code')).toBe('invalid_api_key');
		const [after] = (await owner.get('/admin/v1/keys')).at('data') as unknown[];
		expect(after).toMatchObject({ keyId, revokedAt: expect.any(String) });
		const repeated = await owner.delete(`/admin/v1/keys/${keyId}`);
		expect([repeated.status, repeated.at('error.code')]).toEqual([404, 'key_not_found']);
		const auditEntries = (await owner.get('/admin/v1/audit?limit=2')).at('data');
		expect(auditEntries).toMatchObject([
			{ actorName: 'owner', action: 'key.revoked', target: keyId },
			{ actorName: 'owner', action: 'key.created', target: keyId, details: { scopes: 'instances:read' } },
		]);
	});

	it('rejects a key after its expiry and from an address that it does not allow', async () => {
		const expiresAt = new Date(clock.now() + 60_000).toISOString();
		const shortLived = await owner.post('/admin/v1/keys', { name: 'Short', expiresAt });
		const client = createClient(gateway.url, shortLived.text('data.key'));
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

	it('limits a key to instances', async () => {
		const instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const body = { name: 'Shop only', instanceIds: [instanceId] };
		const created = await owner.post('/admin/v1/keys', body);
		expect([created.status, created.at('data.instanceIds')]).toEqual([201, [instanceId]]);
		const [listed] = (await owner.get('/admin/v1/keys')).at('data') as unknown[];
		expect(listed).toMatchObject({ name: 'Shop only', instanceIds: [instanceId] });
		const client = createClient(gateway.url, created.text('data.key'));
		expect((await client.get(`/v1/instances/${instanceId}`)).status).toBe(200);
	});

	it.each([
		['no name', {}, '"name"'],
		['an empty name', { name: '' }, '"name"'],
		['an unknown scope', { name: 'A', scopes: ['everything'] }, '"scopes.0"'],
		['a duplicate scope', { name: 'A', scopes: ['messages:read', 'messages:read'] }, '"scopes"'],
		['an empty list of scopes', { name: 'A', scopes: [] }, '"scopes"'],
		['an empty list of instances', { name: 'A', instanceIds: [] }, '"instanceIds"'],
		['an address without a prefix length', { name: 'A', allowedIps: ['203.0.113.7'] }, '"allowedIps"'],
		['an invalid CIDR range', { name: 'A', allowedIps: ['10.0.0.0/64'] }, '"allowedIps"'],
		['an expiry in the past', { name: 'A', expiresAt: '2020-01-01T00:00:00.000Z' }, '"expiresAt"'],
		['an expiry that is no timestamp', { name: 'A', expiresAt: 'tomorrow' }, '"expiresAt"'],
		['a key value chosen by the client', { name: 'A', key: 'mgw_chosen' }, '"key"'],
	])('answers 400 for %s', async (_what, body, field) => {
		const answer = await owner.post('/admin/v1/keys', body);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(field);
	});

	it('answers invalid_instance for an instance that does not exist', async () => {
		const answer = await owner.post('/admin/v1/keys', { name: 'A', instanceIds: ['inst_0'] });
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'invalid_instance']);
		expect(answer.text('error.message')).toContain('inst_0');
	});
});

describe('a key that is limited to addresses', () => {
	it('is refused on a plan without them, with a sentence', async () => {
		const gateway = await startTestGateway({ environment: { GATEWAY_PLAN: 'starter' } });
		const owner = await openOwner(gateway);
		const refused = await owner.post('/admin/v1/keys', { name: 'CI', allowedIps: ['203.0.113.0/24'] });
		expect([refused.status, refused.at('error.code')]).toEqual([403, 'insufficient_permissions']);
		expect(refused.text('error.message')).toContain('The plan starter has no keys');
		expect((await owner.post('/admin/v1/keys', { name: 'CI' })).status).toBe(201);
		await gateway.close();
	});
});
