import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { PNG } from '../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../operations/fixture.ts';
import { createFixture, findMessage, getData, getId, itemWithFiles, locator } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { runNodeWith } from '../support/runNode.ts';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

const PICTURE = itemWithFiles({ data: { name: 'a.png', mimeType: 'image/png', bytes: PNG } });
const WITHOUT_VALUE = ['={{ $json.missing }}', '={{ null }}', '={{ 2 * $json.missing }}'];

function run(operation: string, parameters: INodeParameters) {
	return runNodeWith(
		fixture.credential,
		{
			resource: 'message',
			operation,
			...locator('instanceId', fixture.instanceId),
			...locator('to', '491519000071'),
			...parameters,
		},
		[PICTURE],
	);
}

describe.each(WITHOUT_VALUE)('a text field whose expression has no value, %s,', (expression) => {
	it('is empty: nobody receives "null" or "undefined" as a caption', async () => {
		const { items } = await run('sendMedia', { caption: expression, options: { filename: expression } });

		expect(await findMessage(fixture, items[0]?.json.messageId)).toMatchObject({ content: '[image]' });
	});

	it('is no idempotency key: two messages are sent', async () => {
		const send = async () => {
			const options = { idempotencyKey: expression };
			const { items } = await run('sendText', { message: 'Twice', options });
			return items[0]?.json.messageId;
		};

		const first = await send();

		expect(first).toMatch(/^msg_/);
		expect(await send()).not.toBe(first);
	});

	it('is refused as the question of a poll', async () => {
		const { error } = await run('sendPoll', { question: expression, answers: 'Pizza, Pasta' });

		expect(error).toMatchObject({ message: 'A parameter is not valid' });
	});

	it.each([
		['The message is empty', { message: expression, responseType: 'approval', options: { buttons: false } }],
		['No choices entered', { message: 'When?', responseType: 'choice', choices: expression }],
	])('asks no question: %s', async (message, parameters) => {
		const { error, waitTill } = await run('sendAndWait', parameters);

		expect(error).toMatchObject({ name: 'NodeOperationError', message });
		expect(waitTill).toBeUndefined();
	});
});

describe('a text field whose expression has a number', () => {
	it.each<[string, string, INodeParameters, object]>([
		['instance', 'create', { name: '={{ 4711 }}' }, { name: '4711' }],
		['group', 'create', { name: '={{ 4711 }}', participants: '491519000072' }, { name: '4711' }],
		['chat', 'addNote', { ...locator('chatId', '491519000071'), text: '={{ 4711 }}' }, { text: '4711' }],
		[
			'webhook',
			'create',
			{
				url: 'https://example.com/events',
				events: ['message.received'],
				options: { name: '={{ 4711 }}', filters: { textContains: '={{ 4711 }}' } },
				output: 'raw',
			},
			{ name: '4711', filter: { text: { contains: '4711' } } },
		],
	])('has it as text: %s > %s', async (resource, operation, parameters, output) => {
		const { items, error } = await run(operation, { resource, ...parameters });

		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: output }]);
	});

	it('has it as text: the labels of an approval', async () => {
		const { items } = await run('sendAndWait', {
			message: '={{ 4711 }}',
			responseType: 'approval',
			approvalOptions: { values: { approveLabel: '={{ 1 }}', declineLabel: '={{ 2 }}' } },
			options: { buttons: false, askAgainMessage: '={{ 3 }}', textForOthers: '={{ 4 }}' },
		});

		expect(await findMessage(fixture, items[0]?.json.messageId)).toMatchObject({
			content: '4711\n\n1. 1\n2. 2',
		});
	});
});

describe('a text field whose expression has something else', () => {
	it('takes a date', async () => {
		const { items } = await run('sendText', {
			message: '={{ DateTime.fromISO("2026-11-26T12:00:00Z").toUTC() }}',
		});

		expect(await findMessage(fixture, items[0]?.json.messageId)).toMatchObject({
			content: '2026-11-26T12:00:00.000Z',
		});
	});

	it('fails for an object, with the name of the field', async () => {
		const { error } = await run('sendMedia', { caption: '={{ { text: "Hello" } }}' });

		expect(error).toMatchObject({ name: 'NodeOperationError', message: 'Caption is not a text' });
	});

	it('takes a list of choices, which may have commas', async () => {
		const { items } = await run('sendAndWait', {
			message: 'When?',
			responseType: 'choice',
			choices: '={{ ["Monday, 9 am", "Tuesday, 10 am"] }}',
			options: { buttons: false },
		});

		expect(await getData(fixture, `/v1/messages/${getId(items[0], 'messageId')}`)).toMatchObject({
			content: 'When?\n\n1. Monday, 9 am\n2. Tuesday, 10 am',
		});
	});
});
