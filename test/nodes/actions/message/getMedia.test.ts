import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { JPEG, PDF } from '../../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, getId, itemWithFiles, locator, receiveMessage } from '../../operations/fixture.ts';
import { storeBinaryDataOnDisk } from '../../support/binaryData.ts';
import { startGateway } from '../../support/gateway.ts';
import { startHttpServer } from '../../support/httpServer.ts';
import { runNode, runNodeWith } from '../../support/runNode.ts';

const TO = '491516000011';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

describe('Message > Get Media', () => {
	it.each(['default', 'filesystem'])(
		'names the lost connection when the file ends too early, in the mode %s',
		async (mode) => {
			const folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-files-'));
			const files = mode === 'filesystem' ? await storeBinaryDataOnDisk(folder) : undefined;
			const server = await startHttpServer((_request, response) => {
				response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000000' });
				response.write(PDF, () => response.destroy());
			});

			const { error } = await runNode(
				{ ...fixture.credential, baseUrl: server.url },
				{
					resource: 'message',
					operation: 'getMedia',
					...locator('messageId', 'msg_00000000000000000000000000'),
					binaryPropertyName: 'data',
				},
			);

			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: 'The connection to the gateway was lost during the download of the file',
				description: expect.stringContaining('Run the node again'),
				context: { itemIndex: 0 },
			});
			await files?.close();
			await server.close();
			await rm(folder, { recursive: true });
		},
	);

	function getMedia(messageId: string) {
		return runNode(fixture.credential, {
			resource: 'message',
			operation: 'getMedia',
			...locator('messageId', messageId),
			binaryPropertyName: 'data',
		});
	}

	it('fails for an unknown message', async () => {
		const { error } = await getMedia('msg_00000000000000000000000000');

		expect(error).toMatchObject({ message: 'The message does not exist', httpCode: '404' });
	});

	it('says of a text that it has no media', async () => {
		const { error } = await getMedia(await receiveMessage(fixture, { from: TO, content: 'Hello' }));

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'The message has no media',
			description: expect.stringContaining('Its type is text.'),
			context: { itemIndex: 0 },
		});
	});

	it('says of a scheduled file that it is not available yet', async () => {
		const options = { sendAt: '={{ $now.plus({ hours: 2 }) }}' };
		const parameters = {
			resource: 'message',
			operation: 'sendMedia',
			...locator('instanceId', fixture.instanceId),
			...locator('to', TO),
			options,
		};
		const file = itemWithFiles({ data: { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: JPEG } });
		const { items } = await runNodeWith(fixture.credential, parameters, [file]);

		const { error } = await getMedia(getId(items[0], 'messageId'));

		expect(error).toMatchObject({ message: 'The file of the message is not available yet' });
	});
});
