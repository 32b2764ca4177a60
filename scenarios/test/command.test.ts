import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runGateway } from '../../gateway/test/support/gateway-process.ts';
import { API_KEY, connectedInstance } from '../../gateway/test/support/gateway.ts';
import {
	dataFolder,
	files,
	gateway,
	play,
	scenarioFile,
	scenarioOf,
	simulate,
	useGatewayForScenarios,
} from './support/play-suite.ts';

describe('the command messaging-gateway simulate', () => {
	useGatewayForScenarios();

	it('creates and connects the instance if there is none', async () => {
		const steps = [{ step: 'scan' }, { step: 'send', phone: 'ada', text: 'Hello' }];
		const { code } = await play(steps, { instance: 'Brand new' });
		expect(code).toBe(0);
		const list = (await gateway.get('/v1/instances')).at('data');
		expect(list).toContainEqual(expect.objectContaining({ name: 'Brand new', status: 'connected' }));
	});

	it('finds its instance among hundreds', async () => {
		for (let count = 0; count < 101; count += 1)
			await gateway.post('/v1/instances', { name: `No. ${count}` });
		const { code } = await play([{ step: 'scan' }, { step: 'read', phone: 'ada' }]);
		expect(code).toBe(0);
		const names: unknown[] = [];
		for (const offset of [0, 100]) {
			const page = await gateway.get(`/v1/instances?limit=100&offset=${offset}`);
			names.push(...(page.at('data') as { name: string }[]).map(({ name }) => name));
		}
		expect(names.filter((name) => name === 'Shop')).toHaveLength(1);
	});

	it('writes JUnit XML of all played files', async () => {
		const passing = await scenarioFile(scenarioOf([{ step: 'wait', for: '1ms' }]), 'passing.json');
		const failing = await scenarioFile(
			scenarioOf(
				[{ step: 'receive', phone: 'ada', contains: '<b> & "c"', within: '50ms' }, { step: 'scan' }],
				{ name: 'Fails & more' },
			),
			'failing.json',
		);
		const report = path.join(files, 'junit.xml');
		const { code } = await simulate(passing, failing, '--junit', report);
		expect(code).toBe(1);
		const xml = await readFile(report, 'utf8');
		expect(xml).toMatch(
			/<testsuite name="A conversation" tests="1" failures="0" skipped="0" time="0\.\d{3}">\n\t<testcase classname="A conversation" name="1\. Waits for 1ms" time="0\.\d{3}"\/>\n<\/testsuite>/,
		);
		expect(xml).toContain('<testsuite name="Fails &amp; more" tests="2" failures="1" skipped="1"');
		expect(xml).toContain('&lt;b&gt; &amp; ');
		expect(xml).toContain('<skipped/>');
	});

	it('accepts another instance on the command line', async () => {
		const other = await connectedInstance(gateway, 'Other shop');
		const file = await scenarioFile(
			scenarioOf([
				{ step: 'send', phone: 'ada', text: 'Hello' },
				{ step: 'event', kind: 'message.received', where: { instanceId: other } },
			]),
		);
		expect((await simulate(file, '--instance', 'Other shop')).code).toBe(0);
		const { code, stdout } = await simulate(file, '--instance', 'No shop');
		expect(stdout).toContain('There is no instance "No shop". Create it, or begin with the step scan');
		expect(code).toBe(1);
	});

	it('exits with 1 when the gateway is unreachable or rejects the key', async () => {
		const file = await scenarioFile(scenarioOf([{ step: 'scan' }]));
		const away = await runGateway(['simulate', file, '--gateway', 'http://127.0.0.1:9'], {
			GATEWAY_API_KEY: API_KEY,
		});
		expect([away.code, away.stderr]).toEqual([
			1,
			expect.stringMatching(/^No gateway answers at http:\/\/127\.0\.0\.1:9 .* --gateway\.\n$/),
		]);
		const refused = await runGateway(['simulate', file, '--gateway', gateway.url, '--key', 'mgw_wrong'], {});
		expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('(invalid_api_key)')]);
		expect(refused.stderr).not.toContain('mgw_wrong');
	});

	it('releases the phones and reports the error when the key may not subscribe to events', async () => {
		const scopes = ['instances:read', 'instances:write', 'messages:read'];
		const { stdout } = await runGateway(['keys', 'create', '--name', 'deaf', '--scopes', scopes.join(',')], {
			GATEWAY_DATA_DIR: dataFolder,
		});
		const key = /mgw_\w+/.exec(stdout)?.[0] ?? '';
		const number = '4915112345670';
		const file = await scenarioFile(scenarioOf([{ step: 'scan' }], { phones: { eve: { number } } }));
		const refused = await simulate(file, '--key', key);
		expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('webhooks:read')]);
		const controlled = (await gateway.get('/simulator/v1/phones')).at('data') as { number: string }[];
		expect(controlled.map((phone) => phone.number)).not.toContain(number);
	});

	it('exits with 2 and prints the solution when the command or the file is invalid', async () => {
		const file = await scenarioFile(scenarioOf([{ step: 'send', phone: 'ada' }]));
		const wrong = await simulate(file);
		expect(wrong.code).toBe(2);
		expect(wrong.stderr).toContain(
			`${file}: step 1 (send): give "text", or "media", or both. What a scenario can have is in docs/scenarios.md.`,
		);
		const environment = { GATEWAY_API_KEY: API_KEY };
		for (const [args, problem] of [
			[['simulate'], 'Say which scenario: simulate FILE.'],
			[
				['simulate', path.join(files, 'absent.json')],
				'absent.json cannot be read: there is no such file. Check the path.',
			],
			[['simulate', file, '--gateway', 'shop'], '--gateway is "shop", but must be an address'],
			[['simulate', file, '--speed', '2'], "Unknown option '--speed'"],
		] as const) {
			const { code, stderr } = await runGateway(args, environment);
			expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
			expect(stderr).toContain('Usage:');
		}
		const keyless = await runGateway(['simulate', file], {});
		expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringContaining('Give an API key')]);
	});
});
