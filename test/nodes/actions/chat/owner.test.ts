import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import {
	createFixture,
	findMessage,
	getData,
	getId,
	locator,
	receiveMessage,
} from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { runNode } from '../../support/runNode.ts';

const ADA = '491511000031';
const CHAT = `${ADA}@s.whatsapp.net`;

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: ADA, content: 'May I talk to a person?' });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function run(resource: string, operation: string, parameters: INodeParameters) {
	const instance = locator('instanceId', fixture.instanceId);
	return runNode(fixture.credential, { resource, operation, ...instance, ...parameters });
}

function takeOver(options: INodeParameters = {}) {
	return run('chat', 'takeOver', { ...locator('chatId', CHAT), options });
}

describe('Chat > Take Over', () => {
	it.each([
		['takeOver', {}],
		['takeOver', { options: { until: '={{ $now.plus({ hours: 1 }) }}' } }],
		['release', {}],
	])('says which setting the instance needs: %s %j', async (operation, parameters) => {
		const { error } = await run('chat', operation, { ...locator('chatId', CHAT), ...parameters });

		expect(error).toMatchObject({
			message: 'The chats of this instance cannot be taken over yet',
			description: expect.stringContaining(
				'Release Taken Chats After of the instance once, with Instance > Update',
			),
		});
	});

	it('keeps the messages of workflows from the chat until Release', async () => {
		const { gateway, instanceId } = fixture;
		const settings = { takeover: { releaseAfter: '30m' } };
		await gateway.request('PATCH', `/v1/instances/${instanceId}`, { settings });
		const send = () => run('message', 'sendText', { ...locator('to', CHAT), message: 'I am a bot' });

		const taken = await takeOver();
		expect(taken.items).toMatchObject([{ json: { chatId: CHAT, owner: 'person' } }]);
		const ownedUntil = Date.parse(getId(taken.items[0], 'ownedUntil'));
		expect(Math.abs(ownedUntil - Date.now() - 30 * 60_000)).toBeLessThan(60_000);

		expect((await send()).error).toMatchObject({ message: 'A person has taken the chat' });
		const [chat] = await getData<{ owner: string }[]>(fixture, `/v1/chats?instanceId=${instanceId}`);
		expect(chat).toMatchObject({ owner: 'person' });

		await run('chat', 'release', locator('chatId', CHAT));
		const sent = await send();
		expect(sent.error).toBeUndefined();
		expect(await findMessage(fixture, sent.items[0]?.json.messageId)).toMatchObject({ chatId: CHAT });
	});

	it('takes a time without a zone to be in the time zone of the workflow', async () => {
		// The value of n8n's date picker, in a workflow of Asia/Tokyo.
		const until = "={{ $now.plus({ days: 1 }).toFormat('yyyy-MM-dd HH:mm:ss').replace(' ', 'T') }}";
		const { error, items } = await takeOver({ until });

		expect(error).toBeUndefined();
		const ownedUntil = Date.parse(getId(items[0], 'ownedUntil'));
		expect(Math.abs(ownedUntil - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
	});

	it.each([
		['of a database', '={{ $now.plus({ days: 1 }).toFormat("yyyy-MM-dd HH:mm:ss") }}'],
		['of a database with its zone', '={{ $now.plus({ days: 1 }).toUTC().toSQL() }}'],
		['of a mail', '={{ $now.plus({ days: 1 }).toUTC().toRFC2822() }}'],
		['of a Date', '={{ $now.plus({ days: 1 }).toJSDate().toString() }}'],
	])('takes a time in the form %s', async (_form, until) => {
		const { error, items } = await takeOver({ until });

		expect(error).toBeUndefined();
		const ownedUntil = Date.parse(getId(items[0], 'ownedUntil'));
		expect(Math.abs(ownedUntil - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
	});

	it.each(['05.12.2026 18:00', '12/05/2026', 'Dec 5 2026 18:00', '2026-02-30 18:00', 'Order 7'])(
		'refuses %s as Until, whose day or zone is not certain',
		async (until) => {
			expect((await takeOver({ until })).error).toMatchObject({
				message: `"${until}" is not a valid time`,
				description: expect.stringContaining('the year first'),
			});
		},
	);

	it.each([
		['tomorrow', '"tomorrow" is not a valid time'],
		['2020-01-01T00:00:00Z', 'A parameter is not valid'],
	])('refuses %s as Until', async (until, message) => {
		expect((await takeOver({ until })).error).toMatchObject({ message });
	});

	it('fails for a chat that does not exist', async () => {
		const { error } = await run('chat', 'takeOver', locator('chatId', '491511999999@s.whatsapp.net'));

		expect(error).toMatchObject({ message: 'The chat does not exist' });
	});
});
