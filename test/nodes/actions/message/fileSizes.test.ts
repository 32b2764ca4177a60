import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IBinaryData } from 'n8n-workflow';

import { PDF } from '../../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, itemWithFiles, locator } from '../../operations/fixture.ts';
import { storeBinaryDataOnDisk } from '../../support/binaryData.ts';
import { startGateway } from '../../support/gateway.ts';
import { startProxy } from '../../support/proxy.ts';
import { runNodeWith } from '../../support/runNode.ts';

const MB = 1024 * 1024;

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function sendFile(data: IBinaryData | undefined, baseUrl = fixture.gateway.url) {
	const parameters = {
		resource: 'message',
		operation: 'sendMedia',
		...locator('instanceId', fixture.instanceId),
		...locator('to', '491516000012'),
	};
	const input = [{ json: {}, ...(data && { binary: { data } }) }];
	return runNodeWith({ ...fixture.credential, baseUrl }, parameters, input);
}

function pdfOf(bytes: Buffer): IBinaryData | undefined {
	return itemWithFiles({ data: { name: 'a.pdf', mimeType: 'application/pdf', bytes } }).binary?.data;
}

describe('the size of a file that Message > Send Media sends', () => {
	it('is named when the file is empty', async () => {
		const { error } = await sendFile(pdfOf(Buffer.alloc(0)));

		expect(error).toMatchObject({
			message: 'The file is empty',
			description: 'It has 0 bytes. Check the node that returns it.',
		});
	});

	it.each([101, 300])('is named when the file is larger than any may be: %i MB', async (megabytes) => {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-files-'));
		const disk = await storeBinaryDataOnDisk(folder);
		const parts = Array.from({ length: megabytes }, () => Buffer.alloc(MB));
		const file = await disk.store(Readable.from(parts), 'large.pdf', 'application/pdf');

		const { error } = await sendFile(file);

		expect(error).toMatchObject({
			message: 'The file is too large',
			description: expect.stringMatching(
				new RegExp(`^It has ${megabytes} MB\\. Use a smaller file: .*100 MB`),
			),
		});
		await disk.close();
		await rm(folder, { recursive: true });
	});

	it('is what a proxy with a smaller limit refuses', async () => {
		const body = '<html><head><title>413 Request Entity Too Large</title></head></html>';
		const proxy = await startProxy(fixture.gateway.url, () => ({ status: 413, body }));

		const { error } = await sendFile(pdfOf(PDF), proxy.url);

		expect(error).toMatchObject({
			message: 'A proxy in front of the gateway refuses a request of this size (HTTP 413)',
			description: expect.stringContaining('in nginx with client_max_body_size'),
		});
		await proxy.close();
	});
});
