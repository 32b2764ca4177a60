import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../../support/client.ts';
import { runGateway } from '../../../support/gateway-process.ts';
import { API_KEY, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

describe('API keys', () => {
	const clock = createManualClock(Date.now());
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
	});
	afterAll(() => gateway.close());

	/** Runs `keys …` on the data folder of the running gateway; returns the value and the id of a created key. */
	const keys = async (...args: string[]) => {
		const { code, stdout, stderr } = await runGateway(['keys', ...args], {
			GATEWAY_DATA_DIR: gateway.folder,
		});
		const value = /^mgw_\S+$/m.exec(stdout)?.[0] ?? '';
		return { code, stdout, stderr, value, id: /key_[0-9a-z]{26}/.exec(stdout)?.[0] ?? '' };
	};
	const healthWith = async (headers: Record<string, string>) => {
		const { status, at } = await gateway.request('/v1/health', { headers });
		return [status, at('error.code')];
	};
	const healthOf = (key: string) => healthWith({ authorization: `Bearer ${key}` });

	it('accepts the first key and answers 401 without a valid one', async () => {
		expect(await healthOf(API_KEY)).toEqual([200, undefined]);
		expect(await healthWith({})).toEqual([401, 'missing_api_key']);
		expect(await healthWith({ authorization: API_KEY })).toEqual([401, 'missing_api_key']);
		expect(await healthOf(`${API_KEY}x`)).toEqual([401, 'invalid_api_key']);
	});

	it('creates a key on the command line, shows it once, lists it without its value and revokes it at once', async () => {
		const { value, id } = await keys('create', '--name', 'CI');
		expect(value).toMatch(/^mgw_[0-9A-Za-z]{36}$/);
		expect(await healthOf(value)).toEqual([200, undefined]);

		const listed = await keys('list');
		expect(listed.stdout).toContain(`${id}  CI  active  full access`);
		expect(listed.stdout).not.toContain(value);

		expect((await keys('revoke', id)).code).toBe(0);
		expect(await healthOf(value)).toEqual([401, 'invalid_api_key']);
	});

	it('grants what the scopes of a key contain, and no more', async () => {
		const { value } = await keys('create', '--name', 'Reader', '--scopes', 'instances:read');
		const reader = createClient(gateway.url, value);
		expect((await reader.get('/v1/instances')).status).toBe(200);
		expect((await reader.get('/v1/health')).status).toBe(200);
		for (const answer of [
			await reader.post('/v1/instances', { name: 'A' }),
			await reader.get('/v1/webhooks'),
			await reader.get('/v1/messages/msg_1/status'),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([403, 'insufficient_permissions']);
			expect(answer.text('error.message')).toMatch(/lacks the scope \w+:\w+/);
		}
	});

	it('rejects an expired key', async () => {
		const { value } = await keys('create', '--name', 'Short', '--expires', '1d');
		expect(await healthOf(value)).toEqual([200, undefined]);
		clock.advance(25 * 3_600_000);
		expect(await healthOf(value)).toEqual([401, 'expired_api_key']);
	});

	it('accepts a key only from the addresses that it allows', async () => {
		const elsewhere = await keys('create', '--name', 'Office', '--allow-ip', '203.0.113.0/24');
		const here = await keys(
			'create',
			'--name',
			'Here',
			'--allow-ip',
			'203.0.113.0/24',
			'--allow-ip',
			'127.0.0.0/8',
		);
		expect(await healthOf(elsewhere.value)).toEqual([403, 'ip_not_allowed']);
		expect(await healthOf(here.value)).toEqual([200, undefined]);
	});

	it('never writes a key to the log', async () => {
		await gateway.request('/v1/health?apiKey=in-the-url', {
			headers: { authorization: `Bearer ${API_KEY}` },
		});
		await gateway.request('/v1/health', { headers: { authorization: 'Bearer a-wrong-key-of-somebody' } });
		const log = gateway.logged.join('\n');
		for (const secret of [API_KEY, 'a-wrong-key-of-somebody', 'in-the-url'])
			expect(log).not.toContain(secret);
	});

	it.each([
		[['create'], 'Name the key'],
		[['create', '--name', 'A', '--scopes', 'everything'], '"everything" is no scope'],
		[['create', '--name', 'A', '--expires', 'soon'], 'must be a number of days'],
		[['create', '--name', 'A', '--allow-ip', 'home'], '"home" is no CIDR range'],
		[['revoke', 'key_0'], 'There is no active key key_0'],
		[['burn'], 'Say what to do with keys'],
	])('prints the error of %j', async (args, message) => {
		const { code, stderr } = await keys(...args);
		expect(code).toBe(1);
		expect(stderr).toContain(message);
		expect(stderr).not.toContain('    at ');
	});
});
