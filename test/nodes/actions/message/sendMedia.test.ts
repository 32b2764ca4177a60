import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { JPEG, PDF, PNG } from '../../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../../operations/fixture.ts';
import {
	createFixture,
	getId,
	locator,
	downloadMedia,
	findMessage,
	itemWithFiles,
} from '../../operations/fixture.ts';
import { storeBinaryDataOnDisk } from '../../support/binaryData.ts';
import { startGateway } from '../../support/gateway.ts';
import { sendMediaParameters, sendMediaWith } from '../../support/sendMedia.ts';
import { startProxy } from '../../support/proxy.ts';
import { createExecution, runExecution, runNode } from '../../support/runNode.ts';

const JPG = { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: JPEG };

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

const sendMedia = (parameters: INodeParameters, input: INodeExecutionData[], baseUrl?: string) =>
	sendMediaWith(fixture, parameters, input, baseUrl);

/** Returns the files that were sent, as the gateway has them. */
function contentsOf(items: INodeExecutionData[]): Promise<Buffer[]> {
	return Promise.all(items.map((item) => downloadMedia(fixture, getId(item, 'messageId'))));
}

describe('Message > Send Media', () => {
	it('sends the files of the listed fields in the order of the list', async () => {
		const input = itemWithFiles({
			a: JPG,
			b: { name: 'b.png', mimeType: 'image/png', bytes: PNG },
			c: { name: 'c.pdf', mimeType: 'application/pdf', bytes: PDF },
		});

		const { items } = await sendMedia({ binaryPropertyName: 'c, a' }, [input]);

		const ids = items.map((item) => getId(item, 'messageId'));
		expect(await Promise.all(ids.map((id) => downloadMedia(fixture, id)))).toEqual([PDF, JPEG]);
		expect([...ids].sort()).toEqual(ids);
	});

	it('sends a document under the name of the option File Name', async () => {
		const { items } = await sendMedia({ mediaType: 'document', options: { filename: 'Scan "final".pdf' } }, [
			itemWithFiles({ data: { name: 'c.pdf', mimeType: 'application/pdf', bytes: PDF } }),
		]);

		const messageId = getId(items[0], 'messageId');
		expect(await downloadMedia(fixture, messageId)).toEqual(PDF);
		expect(await findMessage(fixture, messageId)).toMatchObject({ type: 'document' });
		const file = await runNode(fixture.credential, {
			resource: 'message',
			operation: 'getMedia',
			...locator('messageId', messageId),
			binaryPropertyName: 'data',
		});
		expect(file.items[0]?.binary?.data).toMatchObject({ mimeType: 'application/pdf' });
	});

	it('sends a document whose name is too long under the beginning of the name', async () => {
		const name = `${'n'.repeat(300)}.pdf`;

		const { items, error } = await sendMedia({}, [
			itemWithFiles({ data: { name, mimeType: 'application/pdf', bytes: PDF } }),
		]);

		expect(error).toBeUndefined();
		expect(await findMessage(fixture, getId(items[0], 'messageId'))).toMatchObject({
			content: expect.stringMatching(/^n{255}$/),
		});
	});

	it('streams the upload and the download of a file that n8n stores on disk', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-files-'));
		const files = await storeBinaryDataOnDisk(folder);
		// Larger than the buffer of a stream, so that it arrives in several chunks.
		const large = Buffer.concat([PDF, Buffer.alloc(3_000_000, 'x'), Buffer.from('\n%%EOF\n')]);
		const file = await files.store(Readable.from([large]), 'large.pdf', 'application/pdf');
		expect(file.id).toBeDefined();

		const { items, error } = await sendMedia({}, [{ json: {}, binary: { data: file } }]);

		expect(error).toBeUndefined();
		const messageId = getId(items[0], 'messageId');
		expect((await downloadMedia(fixture, messageId)).equals(large)).toBe(true);

		const got = await runNode(fixture.credential, {
			resource: 'message',
			operation: 'getMedia',
			...locator('messageId', messageId),
			binaryPropertyName: 'data',
		});
		const stored = got.items[0]?.binary?.data;
		expect(stored?.id).toBeDefined();
		expect((await files.read(stored)).equals(large)).toBe(true);
		await files.close();
		await rm(folder, { recursive: true });
	});

	it('retries the upload of a file on disk after a 429 response', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-files-'));
		const files = await storeBinaryDataOnDisk(folder);
		const body = JSON.stringify({
			error: { code: 'rate_limit_exceeded', message: 'Too many requests.', retryAfter: 0 },
		});
		const proxy = await startProxy(fixture.gateway.url, (request) =>
			request <= 2 ? { status: 429, body } : undefined,
		);
		try {
			const data = await files.store(Readable.from([PDF]), 'c.pdf', 'application/pdf');

			const { items, error } = await sendMedia({}, [{ json: {}, binary: { data } }], proxy.url);

			expect(error).toBeUndefined();
			expect(await downloadMedia(fixture, getId(items[0], 'messageId'))).toEqual(PDF);
		} finally {
			await proxy.close();
			await files.close();
			await rm(folder, { recursive: true });
		}
	});

	describe('with files that n8n stores on disk', () => {
		let folder: string;
		let disk: Awaited<ReturnType<typeof storeBinaryDataOnDisk>>;
		let files: Record<'photo' | 'offer', IBinaryData>;

		beforeAll(async () => {
			folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-files-'));
			disk = await storeBinaryDataOnDisk(folder);
			files = {
				photo: await disk.store(Readable.from([JPEG]), 'photo.jpg', 'image/jpeg'),
				offer: await disk.store(Readable.from([PDF]), 'offer.pdf', 'application/pdf'),
			};
		});

		afterAll(async () => {
			await disk.close();
			await rm(folder, { recursive: true });
		});

		it.each([
			['a file', '={{ $binary.offer }}', [PDF]],
			['a list of files and names of fields', '={{ [$binary.offer, "photo"] }}', [PDF, JPEG]],
			['the names of all fields', '={{ Object.keys($binary) }}', [JPEG, PDF]],
		])('sends what an expression returns: %s', async (_what, binaryPropertyName, contents) => {
			const { items, error } = await sendMedia({ binaryPropertyName }, [{ json: {}, binary: files }]);

			expect(error).toBeUndefined();
			expect(await contentsOf(items)).toEqual(contents);
		});

		it.each([
			['all of them', '*', [JPEG, PDF]],
			['some by their paths', '_files.offer, _files.photo', [PDF, JPEG]],
			['one from an expression', '={{ $json._files.photo }}', [JPEG]],
		])('sends files of a workflow that keeps them in the JSON: %s', async (_what, field, contents) => {
			const parameters = { ...sendMediaParameters(fixture), binaryPropertyName: field };
			const execution = createExecution(parameters, [{ json: { _files: { ...files } } }], {});

			const { items, error } = await runExecution(fixture.credential, {
				...execution,
				settings: { binaryMode: 'combined' },
			});

			expect(error).toBeUndefined();
			expect(await contentsOf(items)).toEqual(contents);
		});

		it('sends no file that the JSON of an item names in any other workflow', async () => {
			const { error } = await sendMedia({ binaryPropertyName: '*' }, [{ json: { _files: { ...files } } }]);

			expect(error).toMatchObject({ message: 'The item has no file to send' });
		});
	});

	it('sends the file of an earlier upload by its mediaUrl', async () => {
		const form = new FormData();
		form.append('file', new Blob([Uint8Array.from(JPEG)], { type: 'image/jpeg' }), 'a.jpg');
		const upload = await fetch(`${fixture.gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization: `Bearer ${fixture.gateway.apiKey}` },
			body: form,
		});
		const { data } = (await upload.json()) as { data: { mediaUrl: string } };

		const { items } = await sendMedia({ source: 'url', mediaUrl: data.mediaUrl, mediaType: 'image' }, [
			{ json: {} },
		]);

		expect(await downloadMedia(fixture, getId(items[0], 'messageId'))).toEqual(JPEG);
	});

	it('detects the media type of a URL by its extension, and fails for an unknown one', async () => {
		const url = (mediaUrl: string) => sendMedia({ source: 'url', mediaUrl }, [{ json: {} }]);

		// The gateway rejects plain HTTP, so this error shows that the type was detected.
		expect((await url('http://example.com/photo.JPG?size=large')).error).toMatchObject({
			message: 'The media URL is not valid',
		});
		expect((await url('https://example.com/download?id=4711')).error).toMatchObject({
			message: 'The media type cannot be detected from the URL',
			description: expect.stringContaining('Choose the Media Type'),
		});
	});

	it('puts one period between the message of an error and the next step', async () => {
		const parameters = { ...sendMediaParameters(fixture), binaryPropertyName: '={{ { no: "file" } }}' };

		const { items } = await runNode(fixture.credential, parameters, [{}], 'continueRegularOutput');

		expect(items).toMatchObject([{ json: { error: expect.stringMatching(/is not a file\. [A-Z]/) } }]);
	});

	it('fails before sending when a file is missing', async () => {
		const { error } = await sendMedia({ binaryPropertyName: 'data, other' }, [itemWithFiles({ data: JPG })]);

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining("no binary field 'other'"),
			context: { itemIndex: 0 },
		});
		const none = await sendMedia({ binaryPropertyName: '*' }, [{ json: {} }]);
		expect(none.error).toMatchObject({ message: 'The item has no file to send' });
	});

	it('sends a file without a MIME type and a name, as a Code node may return it', async () => {
		const data = { data: PDF.toString('base64') } as IBinaryData;

		const { items, error } = await sendMedia({}, [{ json: {}, binary: { data } }]);

		expect(error).toBeUndefined();
		expect(await downloadMedia(fixture, getId(items[0], 'messageId'))).toEqual(PDF);
	});

	it.each([
		['no data', { mimeType: 'application/pdf' } as IBinaryData],
		['null in place of the file', null as unknown as IBinaryData],
		['a file that n8n has deleted', { id: 'filesystem-v2:none', data: '', mimeType: 'application/pdf' }],
	])('says what to do about %s', async (_case, data) => {
		const { error } = await sendMedia({}, [{ json: {}, binary: { data } }]);

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'The file of the item has no content',
			description: expect.stringContaining('Run the node that returns the file again'),
			context: { itemIndex: 0 },
		});
	});

	it('fails for a file type that the network does not support', async () => {
		const bytes = Buffer.from('MZ\x90\x00 not a document');
		const exe = { name: 'setup.exe', mimeType: 'application/x-msdownload', bytes };

		const { error } = await sendMedia({}, [itemWithFiles({ data: exe })]);

		expect(error).toMatchObject({
			message: 'The network does not support files of this type',
			description: expect.stringMatching(/^Convert the file, .* must be one of JPEG, /),
			httpCode: '415',
		});
	});
});
