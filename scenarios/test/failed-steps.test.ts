import { describe, expect, it } from '@jest/globals';
import { play, useGatewayForScenarios } from './support/play-suite.ts';

describe('messaging-gateway simulate with a step that fails', () => {
	useGatewayForScenarios();

	it('exits with 1 after a failed step, prints what came instead, and skips the rest', async () => {
		const { code, stdout } = await play([
			{ step: 'send', phone: 'ada', text: 'Hello' },
			// The echo is there, however slow the machine is.
			{ step: 'event', kind: 'message.delivered', within: '2m' },
			{ step: 'receive', phone: 'ada', text: 'Good morning', within: '1s' },
			{ step: 'wait', for: '1m' },
		]);
		expect(stdout).toContain('✗ 3. Ada receives "Good morning" within 1s');
		expect(stdout).toContain('"Good morning" did not come within 1s. Instead came "Echo: Hello".');
		expect(stdout).toContain('- 4. Waits for 1m (skipped)');
		expect(stdout).toContain('Failed: 2 of 4 steps passed.');
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
});
