import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

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

it.each(['={{ Number("abc") }}', '={{ null }}', '={{ $json.phone }}', '={{ " " }}'])(
	'says that the recipient is empty, and not that it is wrong: %s',
	async (to) => {
		const { error } = await sendTo(to);

		expect(error).toMatchObject({
			message: 'The recipient is empty',
			description: expect.stringContaining('check that the expression has a value'),
		});
	},
);

it.each([
	['sendText', {}],
	['edit', {}],
	['sendInteractive', { interactiveType: 'location_request_message' }],
])('says that the message is empty where its expression has no value: %s', async (operation, parameters) => {
	const { error } = await runNode(fixture.credential, {
		resource: 'message',
		operation,
		...locator('instanceId', fixture.instanceId),
		...locator('messageId', messageId),
		...locator('to', PHONE),
		message: '={{ $json.text }}',
		...parameters,
	});

	expect(error).toMatchObject({
		message: 'The message is empty',
		description: expect.stringContaining('check that the expression has a value'),
	});
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

describe('a text that is no ID', () => {
	function getProfile(phone: string) {
		const parameters = { resource: 'contact', operation: 'getProfile', ...locator('phone', phone) };
		return runNode(fixture.credential, { ...parameters, ...locator('instanceId', fixture.instanceId) });
	}

	function getChat(chatId: string) {
		const parameters = { resource: 'chat', operation: 'get', ...locator('chatId', chatId) };
		return runNode(fixture.credential, { ...parameters, ...locator('instanceId', fixture.instanceId) });
	}

	it('is quoted by its beginning', async () => {
		const { error } = await getProfile('={{ "My dear aunt\\n".repeat(100000) }}');

		expect(error?.message).toMatch(/^"My dear aunt My dear aunt .{1,50}…" is not a contact$/);
	});

	it('is named by its field when it is too long for a request', async () => {
		const { error } = await getChat('={{ "My dear aunt ".repeat(10000) }}');

		expect(error).toMatchObject({
			message: 'The address or the headers of the request are too large',
			description: expect.stringContaining('the fields with IDs and searches hold no whole texts'),
		});
	});

	it('is refused when it is cut in the middle of a character', async () => {
		const { error } = await getChat('={{ "👍".slice(0, 1) }}');

		expect(error).toMatchObject({
			message: 'The value of "chatId" is cut in the middle of a character',
			description: expect.stringContaining('Let the expression return the ID'),
		});
	});
});
