import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
	runGateway,
	startGatewayProcess,
	type GatewayProcess,
} from '../../gateway/test/support/gateway-process.ts';
import { API_KEY, connectedInstance } from '../../gateway/test/support/gateway.ts';
import { temporaryFolder } from '../../gateway/test/support/data-folder.ts';
import { startReceiver, type Received, type Receiver } from '../../gateway/test/support/receiver.ts';
import { PNG, sampleNamed } from '../../gateway/test/support/sample-files.ts';

const NUMBER = '4915112345678';
const PHONES = { ada: { number: NUMBER, name: 'Ada' }, bob: { number: '4915112345679', name: 'Bob' } };

/** What happens at the instance after some texts. */
const ANSWERS: Readonly<Record<string, (gateway: GatewayProcess, received: Received) => Promise<unknown>>> = {
	'React to this': async (gateway, received) => {
		const { path, own } = await instanceOf(gateway, received);
		const message = `${path}/messages/${String(received.at('data.messageId'))}`;
		return gateway.put(`${message}/reaction`, { from: own, emoji: '🎉' });
	},
	'Change your mind': async (gateway, received) => {
		const { path, own } = await instanceOf(gateway, received);
		const to = String(received.at('data.from'));
		const first = (await gateway.post(`${path}/echoes`, { to, content: 'At six' })).text('data.messageId');
		await gateway.request(`${path}/messages/${first}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify({ from: own, content: 'At seven' }),
		});
		const second = (await gateway.post(`${path}/echoes`, { to, content: 'No' })).text('data.messageId');
		return gateway.delete(`${path}/messages/${second}?from=${own}`);
	},
	Menu: (gateway, received) =>
		gateway.post('/v1/messages/send', {
			instanceId: received.at('data.instanceId'),
			to: received.at('data.from'),
			interactive: {
				type: 'button',
				body: { text: 'What do you want?' },
				action: {
					buttons: [
						{ type: 'reply', reply: { id: 'tea', title: 'Tea' } },
						{ type: 'reply', reply: { id: 'cake', title: 'Cake' } },
					],
				},
			},
		}),
};

/** The simulator's path of the instance that an event is about, and its own number. */
async function instanceOf(gateway: GatewayProcess, received: Received) {
	const id = String(received.at('data.instanceId'));
	const own = (await gateway.get(`/v1/instances/${id}`)).text('data.phone');
	return { path: `/simulator/v1/instances/${id}`, own };
}

/** The receiver of the webhook replies to every text with an echo over the API, as a workflow in n8n does. */
describe('messaging-gateway simulate', () => {
	let gateway: GatewayProcess;
	let receiver: Receiver;
	let data: { folder: string; remove: () => Promise<void> };
	let files: string;
	let instanceId: string;

	beforeAll(async () => {
		data = await temporaryFolder();
		files = await mkdtemp(path.join(tmpdir(), 'scenarios-'));
		gateway = await startGatewayProcess(data.folder, { GATEWAY_SIMULATOR_LATENCY_MS: '1,1,1' });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		receiver.answer((response, received) => {
			response.end();
			if (received.at('data.type') !== 'text' || received.at('data.content') === 'Be quiet') return;
			const answer = ANSWERS[String(received.at('data.content'))];
			if (answer !== undefined) {
				void answer(gateway, received);
				return;
			}
			void gateway.post('/v1/messages/send', {
				instanceId: received.at('data.instanceId'),
				to: String(received.at('data.chatId')).replace('@s.whatsapp.net', ''),
				message: `Echo: ${String(received.at('data.content'))}`,
			});
		});
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.end('SIGTERM');
		await data.remove();
		await rm(files, { recursive: true });
	});

	async function scenarioFile(scenario: unknown, name = 'test.scenario.json'): Promise<string> {
		const file = path.join(files, name);
		await writeFile(file, typeof scenario === 'string' ? scenario : JSON.stringify(scenario));
		return file;
	}
	const scenarioOf = (steps: readonly unknown[], rest: Record<string, unknown> = {}) => ({
		scenario: 1,
		name: 'A conversation',
		instance: 'Shop',
		phones: PHONES,
		steps,
		...rest,
	});
	const simulate = (...args: string[]) =>
		runGateway(['simulate', ...args, '--gateway', gateway.url], { GATEWAY_API_KEY: API_KEY });
	const play = async (steps: readonly unknown[], rest?: Record<string, unknown>) =>
		simulate(await scenarioFile(scenarioOf(steps, rest)));

	it('plays actions and expectations, and prints the result of each step', async () => {
		await writeFile(path.join(files, 'cat.png'), PNG);
		const { code, stdout, stderr } = await play([
			{ step: 'scan' },
			{ step: 'typing', phone: 'ada' },
			{ step: 'send', phone: 'ada', text: 'Hello' },
			{ step: 'event', kind: 'message.received', where: { from: NUMBER, content: 'Hello' } },
			{ step: 'delivery', event: 'message.received', where: { content: 'Hello' } },
			{ step: 'receive', phone: 'ada', text: 'Echo: Hello' },
			{ step: 'send', phone: 'ada', text: 'Again', quotes: true },
			{ step: 'receive', phone: 'ada', matches: '^Echo: A' },
			{ step: 'send', phone: 'ada', media: 'cat.png', text: 'My cat' },
			{ step: 'event', kind: 'message.received', where: { type: 'image' } },
			{ step: 'send', phone: 'ada', media: `data:image/png;base64,${PNG.toString('base64')}` },
			{ step: 'event', kind: 'message.received', where: { type: 'image' } },
			{ step: 'status', phone: 'ada', is: 'delivered' },
			{ step: 'nothing', phone: 'ada', for: '200ms' },
			{ step: 'wait', for: '10ms' },
		]);
		expect(stderr).toBe('');
		expect(stdout).toMatch(/^A conversation \(.*test\.scenario\.json\)\n/);
		expect(stdout).toMatch(/\n {2}✓ 3\. Ada sends "Hello" \(\d+\.\d\d s\)\n/);
		expect(stdout).toMatch(/\n {2}✓ 6\. Ada receives "Echo: Hello" within 10s \(\d+\.\d\d s\)\n/);
		expect(stdout).toContain('Passed: 15 of 15 steps.\n');
		expect(code).toBe(0);
		// The phones that were not controlled before are released.
		expect((await gateway.get('/simulator/v1/phones')).at('data')).toEqual([]);
	});

	it.each(['second-thoughts', 'kinds-of-messages'])('plays the example %s', async (name) => {
		const example = path.join(import.meta.dirname, '../../examples', `${name}.scenario.json`);
		const { code, stdout } = await simulate(example, '--instance', 'Shop');
		expect(stdout).not.toContain('✗');
		expect(code).toBe(0);
	});

	it('plays voice notes, stickers, and what the instance does to messages', async () => {
		for (const name of ['a.ogg', 'a.webp']) {
			await writeFile(path.join(files, name), sampleNamed(name).bytes);
		}
		const { code, stdout } = await play([
			{ step: 'voice', phone: 'ada', media: 'a.ogg' },
			{ step: 'event', kind: 'message.received', where: { type: 'audio', voice: true } },
			{ step: 'sticker', phone: 'ada', media: 'a.webp' },
			{ step: 'event', kind: 'message.received', where: { type: 'sticker', content: '[sticker]' } },
			{ step: 'send', phone: 'ada', text: 'React to this' },
			{ step: 'reaction', phone: 'ada', emoji: '🎉' },
			{ step: 'send', phone: 'ada', text: 'Change your mind' },
			{ step: 'edited', phone: 'ada', text: 'At seven' },
			{ step: 'deleted', phone: 'ada' },
			{ step: 'reaction', phone: 'ada', within: '50ms' },
		]);
		expect(stdout).toContain('✓ 9. Ada sees a message deleted within 10s');
		expect(stdout).toContain('It did not come within 50ms. There is no reaction.');
		expect(code).toBe(1);
	});

	it('plays buttons of a business', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'Business' })).text('data.id');
		const official = { method: 'official', businessId: '1', phoneNumberId: '2', accessToken: 'token' };
		await gateway.post(`/v1/instances/${id}/connect`, official);
		const { code, stdout } = await play(
			[
				{ step: 'send', phone: 'ada', text: 'Menu' },
				{ step: 'receive', phone: 'ada', contains: 'What do you want?' },
				{ step: 'press', phone: 'ada', option: 'Cake' },
				{ step: 'event', kind: 'message.received', where: { content: 'Cake', 'reply.id': 'cake' } },
				{ step: 'press', phone: 'ada', option: 'Beer' },
			],
			{ instance: 'Business' },
		);
		expect(stdout).toContain('✓ 4. ');
		expect(stdout).toContain('This message has no option "Beer". It has "Tea", "Cake".');
		expect(code).toBe(1);
	});

	it('plays phones that are offline, that block, and that read by hand', async () => {
		const { code, stdout } = await play(
			[
				{ step: 'send', phone: 'ada', text: 'One' },
				{ step: 'receive', phone: 'ada', text: 'Echo: One' },
				{ step: 'event', kind: 'message.delivered', where: { to: NUMBER } },
				{ step: 'read', phone: 'ada' },
				{ step: 'event', kind: 'message.read', where: { to: NUMBER } },
				{ step: 'send', phone: 'ada', text: 'Two' },
				{ step: 'block', phone: 'ada' },
				{ step: 'unblock', phone: 'ada' },
				{ step: 'offline', phone: 'ada' },
				{ step: 'online', phone: 'ada' },
				{ step: 'block', phone: 'ada' },
				{ step: 'send', phone: 'ada', text: 'Three' },
				{ step: 'event', kind: 'message.failed', where: { 'error.code': 'recipient_blocked' } },
				{ step: 'unblock', phone: 'ada' },
			],
			{ phones: { ada: { ...PHONES.ada, reads: 'by_hand' } } },
		);
		expect(stdout).toContain('Passed: 14 of 14 steps.');
		expect(code).toBe(0);
	});

	it('plays groups', async () => {
		const body = { from: '4915112345670', name: 'Neighbours', participants: [] };
		await gateway.post(`/simulator/v1/instances/${instanceId}/groups`, body);
		const { code, stdout } = await play([
			{ step: 'join', phone: 'ada', group: 'Neighbours' },
			{ step: 'join', phone: 'bob', group: 'Neighbours' },
			{ step: 'send', phone: 'ada', text: 'Hello all', group: 'Neighbours' },
			{ step: 'receive', phone: 'bob', text: 'Hello all', group: 'Neighbours' },
			{ step: 'receive', phone: 'bob', text: 'Echo: Hello all', group: 'Neighbours' },
			{ step: 'leave', phone: 'bob', group: 'Neighbours' },
			{ step: 'send', phone: 'bob', text: 'Still here?', group: 'Neighbours' },
		]);
		expect(stdout).toContain('✓ 6. Bob leaves the group "Neighbours"');
		expect(stdout).toContain('bob is in no group "Neighbours". Let it join with the step join.');
		expect(code).toBe(1);
	});

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

	it('exits with 1 after a failed step, prints what came instead, and skips the rest', async () => {
		const { code, stdout } = await play([
			{ step: 'send', phone: 'ada', text: 'Hello' },
			{ step: 'receive', phone: 'ada', text: 'Good morning', within: '1s' },
			{ step: 'wait', for: '1m' },
		]);
		expect(stdout).toContain('✗ 2. Ada receives "Good morning" within 1s');
		expect(stdout).toContain('"Good morning" did not come within 1s. Instead came "Echo: Hello".');
		expect(stdout).toContain('- 3. Waits for 1m (skipped)');
		expect(stdout).toContain('Failed: 1 of 3 steps passed.');
		expect(code).toBe(1);
	});

	it.each([
		[
			{ step: 'receive', phone: 'ada', within: '100ms' },
			'No message came at all: check whether the workflow is active and the event was delivered.',
		],
		[
			{ step: 'event', kind: 'message.read', where: { to: '4915100000009' }, within: '100ms' },
			'It did not happen within 100ms. Instead came message.received.',
		],
		[
			{ step: 'delivery', event: 'message.failed', within: '100ms' },
			'There was none within 100ms. There was no event message.failed.',
		],
		[
			{ step: 'status', phone: 'ada', is: 'read', within: '100ms' },
			'"Be quiet" is still delivered after 100ms.',
		],
		[{ step: 'typed', phone: 'ada', within: '100ms' }, 'The instance did not type within 100ms.'],
		[{ step: 'join', phone: 'ada', group: 'Nowhere' }, 'The instance is in no group "Nowhere". It is in "'],
		[{ step: 'send', phone: 'ada', media: 'dog.png' }, 'There is no file '],
	])('prints why %j failed', async (step, problem) => {
		const { code, stdout } = await play([
			{ step: 'send', phone: 'ada', text: 'Be quiet' },
			{ step: 'event', kind: 'message.received', where: { content: 'Be quiet' } },
			{ step: 'send', phone: 'ada', text: 'Be quiet' },
			step,
		]);
		expect(stdout).toContain('✗ 4. ');
		expect(stdout).toContain(problem);
		expect(code).toBe(1);
	});

	it('fails when a message comes although none is expected', async () => {
		const { code, stdout } = await play([
			{ step: 'send', phone: 'ada', text: 'Hello' },
			{ step: 'nothing', phone: 'ada', for: '20s' },
		]);
		expect(stdout).toContain('It received "Echo: Hello".');
		expect(code).toBe(1);
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
			GATEWAY_DATA_DIR: data.folder,
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
			[['simulate', path.join(files, 'absent.json')], 'absent.json cannot be read: '],
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
