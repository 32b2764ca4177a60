import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { JPEG, opusOf, PNG, webpOf } from '../../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, findMessage, getId, itemWithFiles, locator } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { runNodeWith } from '../../support/runNode.ts';

const JPG = { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: JPEG };

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function sendMedia(parameters: INodeParameters, input: INodeExecutionData[]) {
	const recipient = { ...locator('instanceId', fixture.instanceId), ...locator('to', '491516000021') };
	const all = { resource: 'message', operation: 'sendMedia', ...recipient, ...parameters };
	return runNodeWith(fixture.credential, all, input);
}

describe('Message > Send Media', () => {
	it('sends audio files as voice notes, and other files of the item as they are', async () => {
		const input = itemWithFiles({
			a: { name: 'a.ogg', mimeType: 'audio/ogg', bytes: opusOf(1) },
			b: JPG,
		});

		const { items, error } = await sendMedia({ binaryPropertyName: 'a, b', options: { voice: true } }, [
			input,
		]);

		expect(error).toBeUndefined();
		const [voice, photo] = items.map((item) => getId(item, 'messageId'));
		expect(await findMessage(fixture, voice)).toMatchObject({ type: 'audio', voice: true });
		expect(await findMessage(fixture, photo)).toMatchObject({ type: 'image' });
	});

	it('sends a WebP file as a sticker when it is selected', async () => {
		const webp = { name: 'a.webp', mimeType: 'image/webp', bytes: webpOf(4000, { moves: false }) };
		const send = async (parameters: INodeParameters) => {
			const { items } = await sendMedia(parameters, [itemWithFiles({ data: webp })]);
			return await findMessage(fixture, getId(items[0], 'messageId'));
		};

		expect(await send({ mediaType: 'sticker' })).toMatchObject({ type: 'sticker' });
		expect(await send({})).toMatchObject({ type: 'image' });
	});

	it('mentions people in the caption, which only the first file has', async () => {
		const input = itemWithFiles({ a: JPG, b: { name: 'b.png', mimeType: 'image/png', bytes: PNG } });

		const { items, error } = await sendMedia(
			{ binaryPropertyName: '*', caption: 'For @491516000019', options: { mentions: '491516000019' } },
			[input],
		);

		expect(error).toBeUndefined();
		expect(await findMessage(fixture, getId(items[0], 'messageId'))).toMatchObject({
			mentions: ['491516000019@s.whatsapp.net'],
		});
	});
});
