import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { FileServer } from '../../../gateway/test/support/file-server.ts';
import { file, startFileServer } from '../../../gateway/test/support/file-server.ts';
import { JPEG } from '../../../gateway/test/support/sample-files.ts';
import type { World } from '../operations/world.ts';
import { bytesOf, createWorld, receivedMessage } from '../operations/world.ts';
import { startGateway } from '../support/gateway.ts';
import { createInstance } from '../support/instances.ts';
import { N8nHost } from '../support/n8nHost.ts';

const FROM = '491518000011';

let world: World;
let files: FileServer;

beforeAll(async () => {
	world = await createWorld(await startGateway());
	files = await startFileServer();
});

afterAll(async () => {
	await files.close();
	await world.gateway.stop();
});

/** Runs what happens at the gateway with the trigger listening; ends the listener whatever comes of it. */
async function listening(parameters: INodeParameters, happen: (host: N8nHost) => Promise<void>) {
	const host = new N8nHost(world.credential, { events: ['message.received'], ...parameters });
	await host.listen();
	await host.activate('production');
	try {
		await happen(host);
		expect(host.failures).toEqual([]);
	} finally {
		await host.call('production', 'delete');
		await host.close();
	}
}

describe('the output of the trigger', () => {
	it('is only the chosen fields', async () => {
		await listening({ output: 'fields', fields: ['from', 'content', 'reason'] }, async (host) => {
			await receivedMessage(world, { from: FROM, content: 'Hello' });

			expect(await host.nextStart()).toMatchObject([
				{ json: { from: FROM, content: 'Hello' }, pairedItem: { item: 0 } },
			]);
			expect(Object.keys(host.starts[0]?.[0]?.json ?? {})).toEqual(['from', 'content']);
		});
	});

	it('has the file of a received picture', async () => {
		await listening({ downloadFiles: true, binaryPropertyName: 'photo' }, async (host) => {
			const mediaUrl = files.serve('/photo.jpg', file(JPEG, 'image/jpeg'));
			await receivedMessage(world, { from: FROM, type: 'image', content: 'Look', mediaUrl });

			const [item] = await host.nextStart();

			expect(item?.json).toMatchObject({ type: 'image', content: 'Look' });
			expect(item?.binary?.photo).toMatchObject({ mimeType: 'image/jpeg', fileType: 'image' });
			expect(bytesOf(item, 'photo')).toEqual(JPEG);
		});
	});

	it('has no file for a text, nor for a picture without one', async () => {
		await listening({ downloadFiles: true }, async (host) => {
			await receivedMessage(world, { from: FROM, content: 'Only text' });
			await receivedMessage(world, { from: FROM, type: 'image', content: 'No file' });

			const items = [...(await host.nextStart()), ...(await host.nextStart())];

			expect(items.map(({ binary }) => binary)).toEqual([undefined, undefined]);
		});
	});

	it('has the QR code of an instance as a picture', async () => {
		await listening({ events: ['instance.qr_updated'], downloadFiles: true }, async (host) => {
			const id = await createInstance(world.gateway, 'To be scanned');
			await world.gateway.request('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });

			const [item] = await host.nextStart();

			expect(item?.json).toMatchObject({ event: 'instance.qr_updated', instanceId: id });
			expect(item?.binary?.data).toMatchObject({ mimeType: 'image/png', fileName: `qr-code-${id}.png` });
		});
	});

	it('has every kind of event', async () => {
		const events = ['message.sent', 'message.delivered', 'message.read', 'message.failed'];
		await listening({ events }, async (host) => {
			const send = (to: string) =>
				world.gateway.request('POST', '/v1/messages/send', {
					instanceId: world.instanceId,
					to,
					message: 'Hello',
				});
			await send('491518000012');
			await send('491518000000');

			const kinds = new Set<unknown>();
			while (kinds.size < events.length) kinds.add((await host.nextStart())[0]?.json.event);
			expect([...kinds].sort()).toEqual([...events].sort());
		});
	});
});

describe('a burst of messages', () => {
	const collecting = { options: { collectSeconds: 1 } };

	it('starts the workflow once, with all of them', async () => {
		await listening(collecting, async (host) => {
			const from = '491518000013';
			for (const content of ['Hello', 'I have', 'a question'])
				await receivedMessage(world, { from, content });
			await receivedMessage(world, { from: '491518000014', content: 'Somebody else' });

			const starts = [await host.nextStart(), await host.nextStart()];
			const mine = starts.find(([item]) => item?.json.from === from);

			expect(mine?.[0]?.json).toMatchObject({
				content: 'Hello\nI have\na question',
				messages: [{ content: 'Hello' }, { content: 'I have' }, { content: 'a question' }],
			});
			await host.settled();
			expect(host.starts).toHaveLength(2);
		});
	});

	it('is only of the messages that pass the filters, and has their files', async () => {
		const parameters = { ...collecting, filters: { types: ['image'] }, downloadFiles: true };
		await listening(parameters, async (host) => {
			const from = '491518000015';
			const mediaUrl = files.serve('/photo.jpg', file(JPEG, 'image/jpeg'));
			await receivedMessage(world, { from, type: 'image', content: 'One', mediaUrl });
			await receivedMessage(world, { from, type: 'image', content: 'Two', mediaUrl });
			await receivedMessage(world, { from, content: 'A text' });

			const [item] = await host.nextStart();

			expect(item?.json.messages).toMatchObject([{ content: 'One' }, { content: 'Two' }]);
			expect(Object.keys(item?.binary ?? {})).toEqual(['data', 'data_1']);
			expect(bytesOf(item, 'data_1')).toEqual(JPEG);
		});
	});

	it('ends with the silence, so that what comes later starts the workflow again', async () => {
		await listening({ options: { collectSeconds: 0.1 } }, async (host) => {
			const from = '491518000016';
			await receivedMessage(world, { from, content: 'First' });
			const [first] = await host.nextStart();
			await receivedMessage(world, { from, content: 'Second' });
			const [second] = await host.nextStart();

			expect(first?.json.content).toBe('First');
			expect(second?.json.content).toBe('Second');
		});
	});

	it('that is longer than the gateway waits for an answer is answered at once', async () => {
		await listening({ options: { collectSeconds: 3.5 } }, async (host) => {
			await receivedMessage(world, { from: '491518000017', content: 'Patience' });

			const [item] = await host.nextStart();

			expect(item?.json.content).toBe('Patience');
			const { body } = await world.gateway.request<{ data: { lastDeliveryStatus: string }[] }>(
				'GET',
				'/v1/webhooks',
			);
			expect(body.data).toMatchObject([{ lastDeliveryStatus: 'success' }]);
		});
	});
});
