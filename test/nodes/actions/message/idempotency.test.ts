import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { until } from '../../../../gateway/test/support/until.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, getData, locator } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { runNode } from '../../support/runNode.ts';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function sendTexts(items: IDataObject[], options: INodeParameters) {
	const parameters: INodeParameters = {
		resource: 'message',
		operation: 'sendText',
		...locator('instanceId', fixture.instanceId),
		...locator('to', '={{ $json.to }}'),
		message: '={{ $json.text }}',
		options,
	};
	return runNode(fixture.credential, parameters, items, 'continueErrorOutput');
}

async function getContents(phone: string): Promise<unknown[]> {
	const path = `/v1/messages?instanceId=${fixture.instanceId}&phone=${phone}&limit=100`;
	return (await getData<IDataObject[]>(fixture, path)).map(({ content }) => content);
}

describe('the option Idempotency Key', () => {
	it('sends only one message across executions', async () => {
		const to = '491515000017';
		const options = { idempotencyKey: 'order-4711-shipped' };

		const first = await sendTexts([{ to, text: 'Shipped' }], options);
		const second = await sendTexts([{ to, text: 'Shipped' }], options);

		expect(second.items[0]?.json.messageId).toBe(first.items[0]?.json.messageId);
		await until('the message', async () => (await getContents(to)).length > 0);
		expect(await getContents(to)).toEqual(['Shipped']);
	});

	it.each([
		['заказ-4711', 'счёт-4711'],
		['王 4711', '李 4711'],
		['😀', '😎'],
		[`${'x'.repeat(300)}1`, `${'x'.repeat(300)}2`],
	])('accepts a key that a header cannot hold: %s', async (key, anotherKey) => {
		const to = '491515000019';
		const send = async (idempotencyKey: string) =>
			(await sendTexts([{ to, text: key }], { idempotencyKey })).items[0]?.json.messageId;

		const messageId = await send(key);

		expect(messageId).toMatch(/^msg_/);
		expect(await send(key)).toBe(messageId);
		expect(await send(anotherKey)).not.toBe(messageId);
	});

	it('fails when the key was used for another message', async () => {
		const options = { idempotencyKey: 'order-4712-shipped' };
		await sendTexts([{ to: '491515000018', text: 'Shipped' }], options);

		const { errorItems } = await sendTexts([{ to: '491515000018', text: 'Not shipped' }], options);

		expect(errorItems).toMatchObject([
			{ json: { error: expect.stringContaining('The idempotency key was used for another message. ') } },
		]);
	});
});
