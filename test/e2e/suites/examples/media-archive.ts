import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { ROOT } from '../../../../playground/src/layout.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { setUpExample } from '../../support/examples.ts';
import { startHttpServer, type HttpServer, type ReceivedRequest } from '../../support/http-server.ts';
import { ADA, receiveMessage } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

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
			const day = new Date().toISOString().slice(0, 10);
			expect(file?.method).toBe('PUT');
			expect(file?.path).toContain(`/remote.php/webdav/Message media/${day} ${ADA} ${messageId} `);
			expect(file?.path).toMatch(/\.png$/);
			expect(file?.body.equals(picture)).toBe(true);
			expect(archived).toHaveLength(1);
		});
	});
}
