import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PNG, sampleNamed } from '../../gateway/test/support/sample-files.ts';
import {
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
});
