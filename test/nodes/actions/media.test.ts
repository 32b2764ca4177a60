import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { JPEG, PDF, PNG } from '../../../gateway/test/support/sample-files.ts';
import type { World } from '../operations/world.ts';
import { createWorld, idIn, located, mediaOf, messageIn, withFiles } from '../operations/world.ts';
import { storeFilesIn } from '../support/binaryData.ts';
import { startGateway } from '../support/gateway.ts';
import { startProxy } from '../support/proxy.ts';
import { runNode, runNodeWith } from '../support/runNode.ts';

const TO = '491516000011';
const JPG = { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: JPEG };

let world: World;

beforeAll(async () => {
	world = await createWorld(await startGateway());
});

afterAll(async () => {
	await world.gateway.stop();
});

function sendMedia(parameters: INodeParameters, input: INodeExecutionData[], baseUrl = world.gateway.url) {
	return runNodeWith(
		{ ...world.credential, baseUrl },
		{
			resource: 'message',
			operation: 'sendMedia',
			...located('instanceId', world.instanceId),
			...located('to', TO),
			...parameters,
		},
		input,
	);
}

describe('Message > Send Media', () => {
	it('sends the named files in the order they are named in', async () => {
		const input = withFiles({
			a: JPG,
			b: { name: 'b.png', mimeType: 'image/png', bytes: PNG },
			c: { name: 'c.pdf', mimeType: 'application/pdf', bytes: PDF },
		});

		const { items } = await sendMedia({ binaryPropertyName: 'c, a' }, [input]);

		const ids = items.map((item) => idIn(item, 'messageId'));
		expect(await Promise.all(ids.map((id) => mediaOf(world, id)))).toEqual([PDF, JPEG]);
		expect([...ids].sort()).toEqual(ids);
	});

	it('sends a picture as a document under a name of its own', async () => {
		const { items } = await sendMedia({ mediaType: 'document', options: { filename: 'Scan "final".pdf' } }, [
			withFiles({ data: { name: 'c.pdf', mimeType: 'application/pdf', bytes: PDF } }),
		]);

		const messageId = idIn(items[0], 'messageId');
		expect(await mediaOf(world, messageId)).toEqual(PDF);
		expect(await messageIn(world, messageId)).toMatchObject({ type: 'document' });
		const file = await runNode(world.credential, {
			resource: 'message',
			operation: 'getMedia',
			...located('messageId', messageId),
			binaryPropertyName: 'data',
		});
		expect(file.items[0]?.binary?.data).toMatchObject({ mimeType: 'application/pdf' });
	});

	it('streams a file that n8n keeps on disk, and one that it gets back', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-files-'));
		const files = await storeFilesIn(folder);
		// Larger than what a stream takes at once, so that it comes in pieces.
		const large = Buffer.concat([PDF, Buffer.alloc(3_000_000, 'x'), Buffer.from('\n%%EOF\n')]);
		const file = await files.store(Readable.from([large]), 'large.pdf', 'application/pdf');
		expect(file.id).toBeDefined();

		const { items, error } = await sendMedia({}, [{ json: {}, binary: { data: file } }]);

		expect(error).toBeUndefined();
		const messageId = idIn(items[0], 'messageId');
		expect((await mediaOf(world, messageId)).equals(large)).toBe(true);

		const got = await runNode(world.credential, {
			resource: 'message',
			operation: 'getMedia',
			...located('messageId', messageId),
			binaryPropertyName: 'data',
		});
		const stored = got.items[0]?.binary?.data;
		expect(stored?.id).toBeDefined();
		expect((await files.read(stored)).equals(large)).toBe(true);
		await files.close();
		await rm(folder, { recursive: true });
	});

	it('sends a file that n8n keeps on disk although the gateway refuses it for a moment', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-files-'));
		const files = await storeFilesIn(folder);
		const body = JSON.stringify({
			error: { code: 'rate_limit_exceeded', message: 'Too many requests.', retryAfter: 0 },
		});
		const proxy = await startProxy(world.gateway.url, (request) =>
			request <= 2 ? { status: 429, body } : undefined,
		);
		try {
			const data = await files.store(Readable.from([PDF]), 'c.pdf', 'application/pdf');

			const { items, error } = await sendMedia({}, [{ json: {}, binary: { data } }], proxy.url);

			expect(error).toBeUndefined();
			expect(await mediaOf(world, idIn(items[0], 'messageId'))).toEqual(PDF);
		} finally {
			await proxy.close();
			await files.close();
			await rm(folder, { recursive: true });
		}
	});

	it('sends the file of an earlier upload by its URL', async () => {
		const form = new FormData();
		form.append('file', new Blob([Uint8Array.from(JPEG)], { type: 'image/jpeg' }), 'a.jpg');
		const upload = await fetch(`${world.gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization: `Bearer ${world.gateway.apiKey}` },
			body: form,
		});
		const { data } = (await upload.json()) as { data: { mediaUrl: string } };

		const { items } = await sendMedia({ source: 'url', mediaUrl: data.mediaUrl, mediaType: 'image' }, [
			{ json: {} },
		]);

		expect(await mediaOf(world, idIn(items[0], 'messageId'))).toEqual(JPEG);
	});

	it('tells the type of a URL by its ending, and asks for it when that says nothing', async () => {
		const url = (mediaUrl: string) => sendMedia({ source: 'url', mediaUrl }, [{ json: {} }]);

		// The gateway refuses plain HTTP, so what reached it shows that the type was told.
		expect((await url('http://example.com/photo.JPG?size=large')).error).toMatchObject({
			message: 'The media URL is not usable',
		});
		expect((await url('https://example.com/download?id=4711')).error).toMatchObject({
			message: 'The type of the file cannot be told from its URL',
			description: expect.stringContaining('Choose the Media Type'),
		});
	});

	it('says which file is missing before anything is sent', async () => {
		const { error } = await sendMedia({ binaryPropertyName: 'data, other' }, [withFiles({ data: JPG })]);

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining("no binary field 'other'"),
			context: { itemIndex: 0 },
		});
		const none = await sendMedia({ binaryPropertyName: '*' }, [{ json: {} }]);
		expect(none.error).toMatchObject({ message: 'The item has no file to send' });
	});

	it('tells in words of a file that the network does not carry', async () => {
		const bytes = Buffer.from('MZ\x90\x00 not a document');
		const exe = { name: 'setup.exe', mimeType: 'application/x-msdownload', bytes };

		const { error } = await sendMedia({}, [withFiles({ data: exe })]);

		expect(error).toMatchObject({
			message: 'The network does not carry files of this type',
			httpCode: '415',
		});
	});

	it('sends no file twice when an album is broken off and the execution is retried', async () => {
		// The first file is uploaded and sent, the second uploaded; its send fails.
		const proxy = await startProxy(world.gateway.url, (request) =>
			request === 4
				? { status: 500, body: '{"error":{"code":"internal_error","message":"No."}}' }
				: undefined,
		);
		const to = located('to', '491516000014');
		const files = withFiles({ a: JPG, b: { name: 'b.png', mimeType: 'image/png', bytes: PNG } });

		const failed = await sendMedia({ ...to, binaryPropertyName: '*' }, [files], proxy.url);
		expect(failed.error).toMatchObject({ message: 'The gateway had an internal error' });
		const { items } = await failed.retry(world.credential);

		expect(items).toHaveLength(2);
		const { body } = await world.gateway.request<{ data: unknown[] }>(
			'GET',
			`/v1/messages?instanceId=${world.instanceId}&phone=491516000014`,
		);
		expect(body.data).toHaveLength(2);
		await proxy.close();
	});

	it('uploads a file anew when the execution is retried after the gateway has let the upload go', async () => {
		const proxy = await startProxy(world.gateway.url, (request) =>
			request === 2
				? { status: 500, body: '{"error":{"code":"internal_error","message":"No."}}' }
				: undefined,
		);
		const failed = await sendMedia({}, [withFiles({ data: JPG })], proxy.url);
		expect(failed.error).toMatchObject({ message: 'The gateway had an internal error' });
		const { contextData } = failed.stored.data.executionData ?? {};
		const [upload] = Object.values(Object.values(contextData ?? {})[0] ?? {}).filter(
			(value): value is { mediaUrl: string } => typeof value === 'object' && 'mediaUrl' in value,
		);
		expect(upload?.mediaUrl).toMatch(/^media:/);
		if (upload) upload.mediaUrl = 'media:med_00000000000000000000000000';

		const { items, error } = await failed.retry(world.credential);

		expect(error).toBeUndefined();
		expect(await mediaOf(world, idIn(items[0], 'messageId'))).toEqual(JPEG);
		await proxy.close();
	});
});

describe('Message > Get Media', () => {
	it('says that a message has no file', async () => {
		const { error } = await runNode(world.credential, {
			resource: 'message',
			operation: 'getMedia',
			...located('messageId', 'msg_00000000000000000000000000'),
			binaryPropertyName: 'data',
		});

		expect(error).toMatchObject({ message: 'The message does not exist', httpCode: '404' });
	});
});

describe('a picture', () => {
	/** A gateway whose pictures are where a test can serve them. */
	async function pictured(parameters: INodeParameters, field: string) {
		const picture = await startProxy('', () => ({
			status: 200,
			body: 'the picture',
			headers: { 'content-type': 'image/webp' },
		}));
		const data = { phone: TO, id: '120363041234567890@g.us', name: 'Ada', [field]: `${picture.url}/ada` };
		const gateway = await startProxy('', () => ({
			status: 200,
			body: JSON.stringify({ success: true, data }),
			headers: { 'content-type': 'application/json' },
		}));
		const run = await runNode(
			{ ...world.credential, baseUrl: gateway.url },
			{
				...located('instanceId', world.instanceId),
				downloadPicture: true,
				...parameters,
			},
		);
		await gateway.close();
		await picture.close();
		return run;
	}

	it('of a contact comes as a file', async () => {
		const { items } = await pictured(
			{ resource: 'contact', operation: 'getProfile', ...located('phone', TO) },
			'profilePicUrl',
		);

		expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/webp', fileName: `profile-${TO}.webp` });
		expect(Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString()).toBe('the picture');
	});

	it('of a group comes as a file', async () => {
		const { items } = await pictured(
			{ resource: 'group', operation: 'get', ...located('groupId', '120363041234567890@g.us') },
			'pictureUrl',
		);

		expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/webp' });
	});

	it('that cannot be opened is named', async () => {
		const { error } = await runNode(world.credential, {
			resource: 'contact',
			operation: 'getProfile',
			...located('instanceId', world.instanceId),
			...located('phone', '491516000015'),
			downloadPicture: true,
		});

		expect(error).toMatchObject({
			message: 'The picture could not be downloaded',
			description: expect.stringContaining('pictures.simulator.example'),
		});
	});
});
