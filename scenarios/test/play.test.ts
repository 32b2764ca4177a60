import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { databaseEnvironment } from '../../gateway/test/support/database.ts';
import { runGateway } from '../../gateway/test/support/gateway-process.ts';
import { startReceiver } from '../../gateway/test/support/servers/receiver.ts';
import { PNG, sampleNamed } from '../../gateway/test/support/sample-files.ts';
import {
	dataFolder,
	files,
	gateway,
	instanceId,
	NUMBER,
	PHONES,
	play,
	simulate,
	useGatewayForScenarios,
} from './support/play-suite.ts';

describe('messaging-gateway simulate', () => {
	useGatewayForScenarios();

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

	it.each(['second-thoughts', 'kinds-of-messages', 'late-message'])('plays the example %s', async (name) => {
		const example = path.join(import.meta.dirname, '../../examples', `${name}.scenario.json`);
		const { code, stdout } = await simulate(example, '--instance', 'Shop');
		expect(stdout).not.toContain('✗');
		expect(code).toBe(0);
	});

	it('plays a day of traffic, of which the ledger misses nothing', async () => {
		const example = path.join(import.meta.dirname, '../../examples/day-of-traffic.scenario.json');
		// Few messages: the example itself is for a machine that has nothing else to do.
		const text = (await readFile(example, 'utf8')).replaceAll('1000', '40').replaceAll('200,', '20,');
		const small = path.join(files, 'day.scenario.json');
		await writeFile(small, text);
		const broken = await startReceiver();
		broken.answer((response) => response.writeHead(500).end());
		const webhook = await gateway.post('/v1/webhooks', { url: broken.url, events: ['message.received'] });
		const { code, stdout } = await simulate(small, '--instance', 'Shop');
		await gateway.delete(`/v1/webhooks/${webhook.text('data.id')}`);
		await broken.close();
		expect(stdout).not.toContain('✗');
		expect(stdout).toContain('✓ 3. 20 people send 40 messages, spread over 12h');
		expect(code).toBe(0);
		// Each delivery to the receiver that fails has had all of its attempts.
		const attempts = broken.requests.map(({ headers }) => headers['x-service-attempt']);
		expect(attempts.filter((attempt) => attempt === '6')).toHaveLength(80);
		const database = await databaseEnvironment(dataFolder);
		const ledger = await runGateway(['ledger'], { GATEWAY_DATA_DIR: dataFolder, ...database });
		expect(ledger.stdout).toMatch(/\n0 of [\d,]+ missing\n$/);
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
});
