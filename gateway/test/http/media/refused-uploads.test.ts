import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { authorization, MB } from '../../support/media.ts';
import { pngOf } from '../../support/sample-files.ts';

describe('an upload that is refused while its client is sending', () => {
	let gateway: TestGateway;

	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	/** Sends a file as a client that reads the response when it has sent everything. Returns the response. */
	async function upload(field: string, file: Buffer): Promise<string> {
		const { hostname, port } = new URL(gateway.url);
		const socket = connect(Number(port), hostname).setEncoding('utf8');
		await once(socket, 'connect');
		const head = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
		const tail = '\r\n--x--\r\n';
		const headers = [
			'POST /v1/media HTTP/1.1',
			`Host: ${hostname}:${port}`,
			`Authorization: ${authorization}`,
			'Content-Type: multipart/form-data; boundary=x',
			`Content-Length: ${head.length + file.length + tail.length}`,
		];
		socket.write(`${headers.join('\r\n')}\r\n\r\n${head}`);
		socket.write(file);
		if (!socket.write(tail)) await once(socket, 'drain');
		const [response] = (await once(socket, 'data')) as [string];
		socket.destroy();
		return response;
	}

	it.each([
		['is larger than its type may be', 'file', 413, 'media_too_large'],
		['is in another field', 'picture', 400, 'invalid_parameters'],
	])('is answered when the file %s', async (_what, field, status, code) => {
		const response = await upload(field, pngOf(30 * MB));
		expect(response).toContain(`HTTP/1.1 ${status} `);
		expect(response).toContain(`"code":"${code}"`);
	});
});
