import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { reached } from '../../support/media.ts';
import { PNG } from '../../support/sample-files.ts';
import { file, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { until } from '../../support/until.ts';

/** Downloads of one instance at the same time. */
const AT_ONCE = 16;

describe('a server of files that accepts requests and sends nothing', () => {
	let gateway: TestGateway;
	let files: FileServer;

	beforeAll(async () => {
		files = await startFileServer();
		gateway = await startTestGateway({ clock: createManualClock() });
	});
	afterAll(async () => {
		// First, because the clock stands still: the gateway waits for its downloads.
		await files.close();
		await gateway.close();
	});

	const send = async (instanceId: string, to: string, mediaUrl: string) => {
		const answer = await gateway.post('/v1/messages/send', { instanceId, to, mediaUrl, mediaType: 'image' });
		expect(answer.status).toBe(202);
		return answer.text('messageId');
	};

	it('does not delay the files of other instances', async () => {
		const shown = file(PNG, 'image/png');
		const silent = files.serve('/silent.png', (request, response) => {
			if (request.method === 'HEAD') shown(request, response);
		});
		const [waiting, other] = [await connectedInstance(gateway), await connectedInstance(gateway)];
		for (let index = 0; index < AT_ONCE * 2; index += 1) {
			await send(waiting, `4915112345${100 + index}`, silent);
		}
		const downloads = () => files.asked('/silent.png').filter((method) => method === 'GET').length;
		await until('the downloads', () => downloads() >= AT_ONCE);
		const id = await send(other, '4915112345678', files.serve('/a.png', shown));
		await reached(gateway, id, 'sent');
		expect(downloads()).toBe(AT_ONCE);
	});
});
