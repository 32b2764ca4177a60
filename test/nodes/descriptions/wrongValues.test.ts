import { afterAll, beforeAll, expect, it } from '@jest/globals';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, findMessage, locator, receiveMessage } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { runNode } from '../support/runNode.ts';

const PHONE = '491513000051';

let fixture: Fixture;
let messageId: string;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	messageId = await receiveMessage(fixture, { from: PHONE, content: 'Hello' });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function sendTo(to: string) {
	return runNode(fixture.credential, {
		resource: 'message',
		operation: 'sendText',
		...locator('instanceId', fixture.instanceId),
		...locator('to', to),
		message: 'Hello',
	});
}

it.each([
	['={{ 49151300005.2 }}', 'not a whole number'],
	['={{ [49151300005.2] }}', 'not a whole number'],
	['={{ -491513000052 }}', 'not a whole number'],
	['={{ [1234567, 7654321] }}', 'a list'],
	['={{ [{ phone: "491513000052" }] }}', 'a list of objects'],
	['={{ { phone: "491513000052" } }}', 'an object'],
])('sends nothing to what is no recipient: %s', async (to, what) => {
	const { error } = await sendTo(to);

	expect(error?.message).toBe(`The value of "to" is ${what}`);
});

it.each([`={{ ${PHONE} }}`, `={{ ["${PHONE}"] }}`, `={{ [${PHONE}] }}`])('sends to %s', async (to) => {
	const { items, error } = await sendTo(to);

	expect(error).toBeUndefined();
	expect(items).toMatchObject([{ json: { status: 'queued' } }]);
});

it('names no chat by a number that is none', async () => {
	const { error } = await sendTo('={{ Number("abc") }}');

	expect(error?.message).toBe('The recipient is not a phone number');
});

it.each(['={{ [] }}', '={{ ["👍"] }}', '={{ {} }}'])(
	'neither sets nor takes back a reaction by %s',
	async (emoji) => {
		const react = (value: string) =>
			runNode(fixture.credential, {
				resource: 'message',
				operation: 'react',
				...locator('messageId', messageId),
				emoji: value,
			});
		await react('❤️');

		const { error } = await react(emoji);

		expect(error?.message).toBe('Emoji is not a text');
		const message = await findMessage(fixture, messageId);
		expect(JSON.stringify(message)).toContain('❤️');
	},
);
