import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import type { Gateway } from '../../../../playground/src/gateway/service.ts';
import { ROOT } from '../../../../playground/src/layout.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { setUpExample } from '../../support/examples.ts';
import { startHttpServer, type HttpServer, type ReceivedRequest } from '../../support/http-server.ts';
import { ADA, receiveMessage } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

/** Returns the beginning of the paths of Ada's files. */
function archive(): string {
	return `/remote.php/webdav/Message media/${new Date().toISOString().slice(0, 10)} ${ADA} `;
}

/** Uploads a document of this name and returns its `mediaUrl`. */
async function upload({ url, apiKey }: Gateway, name: string): Promise<string> {
	const form = new FormData();
	form.append('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), name);
	const headers = { authorization: `Bearer ${apiKey}` };
	const uploaded = await fetch(`${url}/v1/media`, { method: 'POST', headers, body: form });
	return ((await uploaded.json()) as { data: { mediaUrl: string } }).data.mediaUrl;
}

export function mediaArchiveSuite(playground: () => TestPlayground): void {
	describe('media archive', () => {
		/** The web server with the picture, and the WebDAV server of the archive. */
		const serving: { pictures?: HttpServer; archive?: HttpServer } = {};
		const archived: ReceivedRequest[] = [];
		let picture = Buffer.alloc(0);

		beforeAll(async () => {
			picture = await readFile(path.join(ROOT, 'docs', 'images', 'echo-workflow.png'));
			serving.pictures = await startHttpServer(() => ({ status: 200, type: 'image/png', body: picture }));
			serving.archive = await startHttpServer((request) => {
				archived.push(request);
				return { status: 201 };
			});
		});
		setUpExample(playground, 'media-archive.json', () => ({
			nextCloudApi: {
				webDavUrl: `${serving.archive?.url}/remote.php/webdav`,
				user: 'archive',
				password: 'the password of the test',
			},
		}));
		afterAll(async () => {
			await serving.archive?.close();
			await serving.pictures?.close();
		});

		test('archives a received picture unchanged, and no text', async () => {
			const { gateway, instanceId } = playground();
			await receiveMessage(playground(), ADA, 'A text first');
			const answer = await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/messages`, {
				from: ADA,
				type: 'image',
				mediaUrl: `${serving.pictures?.url}/holiday.png`,
			});
			const { messageId } = (answer as { data: { messageId: string } }).data;

			const what = { what: 'the picture to be archived', seconds: 30, everyMs: 100 };
			const [file] = await until(what, () => Promise.resolve(archived.length > 0 ? archived : undefined));
			expect(file?.method).toBe('PUT');
			expect(file?.path).toBe(`${archive()}${messageId}.png`);
			expect(file?.body.equals(picture)).toBe(true);
			expect(archived).toHaveLength(1);
		});

		test('archives a document under a name that is short enough for a file system', async () => {
			const { gateway, instanceId } = playground();
			archived.length = 0;
			await callGateway(gateway, 'PUT', `/simulator/v1/phones/${ADA}`, {});
			const mediaUrl = await upload(gateway, `${'Übersicht '.repeat(24)}Ko\u0308ln.pdf`);
			const sent = await callGateway(gateway, 'POST', `/simulator/v1/phones/${ADA}/messages`, {
				instanceId,
				type: 'document',
				mediaUrl,
			});
			const { messageId } = (sent as { data: { messageId: string } }).data;

			const what = { what: 'the document to be archived', seconds: 30, everyMs: 100 };
			const [file] = await until(what, () => Promise.resolve(archived.length > 0 ? archived : undefined));
			expect(file?.path).toBe(`${archive()}${messageId} ${'Übersicht '.repeat(24).slice(-52)}Köln.pdf`);
			await callGateway(gateway, 'DELETE', `/simulator/v1/phones/${ADA}`);
		});
	});
}
