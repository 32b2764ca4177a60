import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { JPEG, PDF, PNG } from '../../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, getId, locator, downloadMedia, itemWithFiles } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { sendMediaWith } from '../../support/sendMedia.ts';
import { startProxy } from '../../support/proxy.ts';

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

describe('a retry of Message > Send Media', () => {
	it('sends no file twice when the execution is retried after a failure between two files', async () => {
		// The first file is uploaded and sent, the second uploaded; its send fails.
		const proxy = await startProxy(fixture.gateway.url, (request) =>
			request === 4
				? { status: 500, body: '{"error":{"code":"internal_error","message":"No."}}' }
				: undefined,
		);
		const to = locator('to', '491516000014');
		const files = itemWithFiles({ a: JPG, b: { name: 'b.png', mimeType: 'image/png', bytes: PNG } });

		const failed = await sendMedia({ ...to, binaryPropertyName: '*' }, [files], proxy.url);
		expect(failed.error).toMatchObject({
			message: 'The gateway had an internal error',
			description: expect.stringContaining('1 of the 2 files of the item was sent'),
		});
		const { items } = await failed.retry(fixture.credential);

		expect(items).toHaveLength(2);
		const { body } = await fixture.gateway.request<{ data: unknown[] }>(
			'GET',
			`/v1/messages?instanceId=${fixture.instanceId}&phone=491516000014`,
		);
		expect(body.data).toHaveLength(2);
		await proxy.close();
	});

	it('refuses another file under an idempotency key that was used, as it refuses another text', async () => {
		const file = (bytes: Buffer, mimeType: string) => ({ data: bytes.toString('base64'), mimeType });

		const { error } = await sendMedia({ options: { idempotencyKey: 'invoice-4711' } }, [
			{ json: {}, binary: { data: file(PDF, 'application/pdf') } },
			{ json: {}, binary: { data: file(JPEG, 'image/jpeg') } },
		]);

		expect(error).toMatchObject({
			message: 'The idempotency key was used for another message',
			context: { itemIndex: 1 },
		});
	});

	it('uploads a file again when the execution is retried after the upload has expired', async () => {
		const proxy = await startProxy(fixture.gateway.url, (request) =>
			request === 2
				? { status: 500, body: '{"error":{"code":"internal_error","message":"No."}}' }
				: undefined,
		);
		const failed = await sendMedia({}, [itemWithFiles({ data: JPG })], proxy.url);
		expect(failed.error).toMatchObject({ message: 'The gateway had an internal error' });
		const { contextData } = failed.stored.data.executionData ?? {};
		const [upload] = Object.values(Object.values(contextData ?? {})[0] ?? {}).filter(
			(value): value is { mediaUrl: string } => typeof value === 'object' && 'mediaUrl' in value,
		);
		expect(upload?.mediaUrl).toMatch(/^media:/);
		// A day later the gateway has deleted the upload.
		if (upload) Object.assign(upload, { mediaUrl: 'media:med_0', uploadedAt: Date.now() - 24 * 3_600_000 });

		const { items, error } = await failed.retry(fixture.credential);

		expect(error).toBeUndefined();
		expect(await downloadMedia(fixture, getId(items[0], 'messageId'))).toEqual(JPEG);
		await proxy.close();
	});
});
