import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, receiveMessage } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { N8nHost } from '../support/n8nHost.ts';

const LID = '323456789012345@lid';
const RECEIVED = ['message.received'];

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

/** Returns the output of a trigger of version 1 for messages that arrive. */
async function outputOf(parameters: INodeParameters, contents: string[]) {
	const host = new N8nHost(fixture.credential, { events: RECEIVED, ...parameters });
	host.typeVersion = 1;
	await host.listen();
	await host.activate('production');
	for (const content of contents) {
		await receiveMessage(fixture, { from: null, senderId: LID, content });
	}
	const [item] = await host.nextStart();
	await host.call('production', 'delete');
	await host.close();
	return item?.json;
}

describe('a trigger of version 1', () => {
	const message = {
		instanceId: expect.any(String),
		messageId: expect.stringMatching(/^msg_/),
		chatId: LID,
		from: null,
		senderId: LID,
		type: 'text',
		contactName: null,
		isGroup: false,
		timestamp: expect.stringMatching(/Z$/),
	};

	it('returns all fields of an event, also those that are null', async () => {
		expect(await outputOf({}, ['Hello'])).toEqual({
			...message,
			event: 'message.received',
			eventId: expect.stringMatching(/^evt_/),
			content: 'Hello',
		});
	});

	it('returns all fields of collected messages', async () => {
		expect(await outputOf({ options: { collectSeconds: 1 } }, ['One', 'Two'])).toEqual({
			...message,
			event: 'message.received',
			eventId: expect.stringMatching(/^evt_/),
			content: 'One\nTwo',
			messages: [
				{ ...message, content: 'One' },
				{ ...message, content: 'Two' },
			],
		});
	});

	it('returns the selected fields, and the delivery as it is', async () => {
		const fields = ['from', 'isGroup', 'eventId'];
		expect(await outputOf({ output: 'fields', fields }, ['Hello'])).toEqual({
			from: null,
			isGroup: false,
			eventId: expect.stringMatching(/^evt_/),
		});
		expect(await outputOf({ output: 'raw' }, ['Hello'])).toEqual({
			event: 'message.received',
			eventId: expect.stringMatching(/^evt_/),
			timestamp: expect.any(String),
			data: { ...message, content: 'Hello' },
		});
	});
});
