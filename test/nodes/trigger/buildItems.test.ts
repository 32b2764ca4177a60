import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { FileServer } from '../../../gateway/test/support/servers/file-server.ts';
import { file, startFileServer } from '../../../gateway/test/support/servers/file-server.ts';
import { JPEG } from '../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../operations/fixture.ts';
import { fileBytes, createFixture, receiveMessage } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { createInstance } from '../support/instances.ts';
import { withTrigger } from './withTrigger.ts';

const FROM = '491518000011';

let fixture: Fixture;
let files: FileServer;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	files = await startFileServer();
});

afterAll(async () => {
	await files.close();
	await fixture.gateway.stop();
});

describe('the output of the trigger', () => {
	it('contains only the selected fields', async () => {
		await withTrigger(
			fixture.credential,
			{ output: 'fields', fields: ['from', 'content', 'reason'] },
			async (host) => {
				await receiveMessage(fixture, { from: FROM, content: 'Hello' });

				expect(await host.nextStart()).toMatchObject([
					{ json: { from: FROM, content: 'Hello' }, pairedItem: { item: 0 } },
				]);
				expect(Object.keys(host.starts[0]?.[0]?.json ?? {})).toEqual(['from', 'content']);
			},
		);
	});

	it('contains the file of a received picture', async () => {
		await withTrigger(
			fixture.credential,
			{ downloadFiles: true, binaryPropertyName: 'photo' },
			async (host) => {
				const mediaUrl = files.serve('/photo.jpg', file(JPEG, 'image/jpeg'));
				await receiveMessage(fixture, { from: FROM, type: 'image', content: 'Look', mediaUrl });

				const [item] = await host.nextStart();

				expect(item?.json).toMatchObject({ type: 'image', content: 'Look' });
				expect(item?.binary?.photo).toMatchObject({ mimeType: 'image/jpeg', fileType: 'image' });
				expect(fileBytes(item, 'photo')).toEqual(JPEG);
			},
		);
	});

	it('contains no file for a text or for a picture without a file', async () => {
		await withTrigger(fixture.credential, { downloadFiles: true }, async (host) => {
			await receiveMessage(fixture, { from: FROM, content: 'Only text' });
			await receiveMessage(fixture, { from: FROM, type: 'image', content: 'No file' });

			const items = [...(await host.nextStart()), ...(await host.nextStart())];

			expect(items.map(({ binary }) => binary)).toEqual([undefined, undefined]);
		});
	});

	describe('when a file cannot be downloaded', () => {
		// An expression without a usable field name fails as late as a download does.
		const parameters = { downloadFiles: true, binaryPropertyName: '={{ { name: "photo" } }}' };
		const error = /^Put Output File in Field is not a text\. .*expression/;

		it('has the event and the error, if the trigger is set to continue', async () => {
			await withTrigger(fixture.credential, parameters, async (host) => {
				host.onError = 'continueRegularOutput';
				await receiveMessage(fixture, { from: FROM, content: 'Hello' });

				const [item] = await host.nextStart();

				expect(item?.pairedItem).toEqual({ item: 0 });
				expect(item?.json).toMatchObject({ event: 'message.received', from: FROM, content: 'Hello' });
				expect(item?.json.error).toMatch(error);
				expect(item?.json).not.toHaveProperty('claim');
			});
		});

		it('has them in the error output, if the trigger has one', async () => {
			await withTrigger(fixture.credential, parameters, async (host) => {
				host.onError = 'continueErrorOutput';
				await receiveMessage(fixture, { from: FROM, content: 'Hello' });

				expect(await host.nextStart()).toEqual([]);
				expect(host.errorItems).toMatchObject([
					{ json: { details: { event: 'message.received', from: FROM, content: 'Hello' } } },
				]);
				expect(host.errorItems[0]?.json.error).toMatch(error);
			});
		});
	});

	it('contains the QR code of an instance as a picture', async () => {
		await withTrigger(
			fixture.credential,
			{ events: ['instance.qr_updated'], downloadFiles: true },
			async (host) => {
				const id = await createInstance(fixture.gateway, 'To be scanned');
				await fixture.gateway.request('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });

				const [item] = await host.nextStart();

				expect(item?.json).toMatchObject({ event: 'instance.qr_updated', instanceId: id });
				expect(item?.binary?.data).toMatchObject({ mimeType: 'image/png', fileName: `qr-code-${id}.png` });
			},
		);
	});

	it('supports every message event', async () => {
		const events = ['message.sent', 'message.delivered', 'message.read', 'message.failed'];
		await withTrigger(fixture.credential, { events }, async (host) => {
			const send = (to: string) =>
				fixture.gateway.request('POST', '/v1/messages/send', {
					instanceId: fixture.instanceId,
					to,
					message: 'Hello',
				});
			await send('491518000012');
			await send('491518000000');

			const received = new Set<unknown>();
			while (received.size < events.length) received.add((await host.nextStart())[0]?.json.event);
			expect([...received].sort()).toEqual([...events].sort());
		});
	});
});
