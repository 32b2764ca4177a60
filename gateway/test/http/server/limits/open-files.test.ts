import { expect, it } from '@jest/globals';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { API_KEY } from '../../../support/gateway.ts';
import { temporaryFolder } from '../../../support/data-folder.ts';
import { startGatewayProcess } from '../../../support/gateway-process.ts';
import { PNG } from '../../../support/sample-files.ts';

/** Uploads an image over the connection of an agent; returns the status. */
function upload(url: string, agent: Agent): Promise<number | undefined> {
	const head =
		'--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
	const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'multipart/form-data; boundary=x' };
	return new Promise((resolve, reject) => {
		const sent = request(`${url}/v1/media`, { method: 'POST', agent, headers }, (response) => {
			response.resume().on('end', () => {
				resolve(response.statusCode);
			});
		});
		sent.on('error', reject);
		sent.end(Buffer.concat([Buffer.from(head), PNG, Buffer.from('\r\n--x--\r\n')]));
	});
}

/** Opens a connection; resolves when it is open, or was refused. */
function openConnection(url: string): Promise<Socket> {
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	return new Promise((resolve) => {
		socket.on('error', () => undefined);
		socket.once('connect', () => {
			resolve(socket);
		});
	});
}

it('keeps files for its work where the system lets it open few, however many clients connect', async () => {
	const { folder, remove } = await temporaryFolder();
	const gateway = await startGatewayProcess(folder, {}, { openFiles: '64' });
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	expect(await upload(gateway.url, agent)).toBe(201);
	const idle = await Promise.all(Array.from({ length: 100 }, () => openConnection(gateway.url)));
	expect(await upload(gateway.url, agent)).toBe(201);
	expect(gateway.output().stderr).toContain(
		'GATEWAY_MAX_CONNECTIONS is 2000, but this process may open only 64 files',
	);
	for (const socket of idle) socket.destroy();
	agent.destroy();
	await gateway.end('SIGKILL');
	await remove();
});
