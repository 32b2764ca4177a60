import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, findMessage, getData, getId, receiveMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { startProxy } from '../../support/proxy.ts';
import { sendTextWith, type SendTextRun } from '../../support/sendText.ts';

const TO = '491517000011';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

const sendText = (options: INodeParameters, run?: SendTextRun) => sendTextWith(fixture, options, run);

describe('the option Metadata', () => {
	it.each(['={{ null }}', '={{ undefined }}', ''])('is empty for %p', async (metadata) => {
		const { items, error } = await sendText({ metadata });

		expect(error).toBeUndefined();
		const path = `/v1/messages/${getId(items[0], 'messageId')}`;
		expect(await getData(fixture, path)).toMatchObject({ metadata: null });
	});
});

describe('the option Mentions', () => {
	it('mentions people with and without phone numbers', async () => {
		const mentions = '+49 151 7000019, 123456789012345@lid';
		const { items } = await sendText({ mentions }, { message: 'Hello @491517000019 @123456789012345' });

		expect(await findMessage(fixture, items[0]?.json.messageId)).toMatchObject({
			mentions: ['491517000019@s.whatsapp.net', '123456789012345@lid'],
		});
	});

	it('takes a list of an expression, which may be empty', async () => {
		const send = async (people: string[]) => {
			const { items } = await sendText({ mentions: '={{ $json.people }}' }, { json: { people } });
			return await findMessage(fixture, items[0]?.json.messageId);
		};

		expect(await send(['US.1a@bsuid'])).toMatchObject({ mentions: ['US.1a@bsuid'] });
		expect(await send([])).not.toHaveProperty('mentions');
	});

	it('refuses what is no person', async () => {
		const { error } = await sendText({ mentions: 'everybody' });

		expect(error).toMatchObject({
			message: '"everybody" is not a phone number',
			description: expect.stringContaining('or the senderId of a received message.'),
		});
	});

	it('names a number that the gateway refuses', async () => {
		const { error } = await sendText({ mentions: '+49 151 23456789, 12' });

		expect(error?.message).toBe('"12" in Mentions is not a phone number');
	});
});

describe('the option Reply to Message', () => {
	const reply = async (quotedMessageId: INodeParameters[string], typeVersion?: number) => {
		const options = { quotedMessageId } as INodeParameters;
		const { items, error } = await sendText(options, { ...(typeVersion && { typeVersion }) });
		expect(error).toBeUndefined();
		return await findMessage(fixture, items[0]?.json.messageId);
	};

	it('takes an ID or an address, and in version 1 a text', async () => {
		const received = await receiveMessage(fixture, { from: TO, content: 'A question' });
		const url = `https://gateway.example.com/v1/messages/${received}/status`;

		const replies = [
			await reply({ __rl: true, mode: 'id', value: received }),
			await reply({ __rl: true, mode: 'url', value: url }),
			await reply(received, 1),
		];

		for (const sent of replies) expect(sent).toMatchObject({ quotedMessageId: received });
		expect(await reply({ __rl: true, mode: 'list', value: '' })).not.toHaveProperty('quotedMessageId');
	});
});

describe('the option Send Even if Chat Is Taken', () => {
	it('sends to a chat that a person has taken', async () => {
		const to = '491517000013';
		const { instanceId } = fixture;
		await fixture.gateway.request('PATCH', `/v1/instances/${instanceId}`, {
			settings: { takeover: { releaseAfter: '30m' } },
		});
		await fixture.gateway.request('POST', `/simulator/v1/instances/${instanceId}/echoes`, {
			to,
			content: 'I am here',
		});

		const { error } = await sendText({}, { to });
		const { items } = await sendText({ force: true }, { to });

		expect(error).toMatchObject({ message: 'A person has taken the chat', httpCode: '409' });
		expect(items).toMatchObject([{ json: { success: true } }]);
	});
});

describe('the option Link Preview', () => {
	it('is passed on to the gateway', async () => {
		const proxy = await startProxy(fixture.gateway.url, () => undefined);

		const { error } = await sendText({ linkPreview: false }, { baseUrl: proxy.url });

		expect(error).toBeUndefined();
		expect(JSON.parse(proxy.lastBody())).toMatchObject({ message: 'Hello', linkPreview: false });
		await proxy.close();
	});
});
