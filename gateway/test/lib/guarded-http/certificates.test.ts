import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { selfSigned } from '../../support/servers/certificate.ts';
import type { Client } from '../../support/client.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { file, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance, startTestGateway } from '../../support/gateway.ts';
import { reached } from '../../support/media.ts';
import { PNG } from '../../support/sample-files.ts';

const TO = '4915112345678';

describe("a server's certificate", () => {
	const certificate = selfSigned();
	let server: FileServer;
	let mediaUrl: string;
	let hook: string;

	beforeEach(async () => {
		server = await startFileServer(certificate);
		mediaUrl = server.serve('/a.png', file(PNG, 'image/png'));
		hook = server.serve('/hook', (_request, response) => response.end());
	});
	afterEach(() => server.close());

	const send = async (gateway: Client) => {
		const instanceId = await connectedInstance(gateway);
		return gateway.post('/v1/messages/send', { instanceId, to: TO, mediaUrl, mediaType: 'image' });
	};
	/** Returns the delivery of a test event after its first attempt. */
	const deliver = async (gateway: Client) => {
		const created = await gateway.post('/v1/webhooks', { url: hook, events: ['message.received'] });
		const webhook = `/v1/webhooks/${created.text('data.id')}`;
		const tried = await gateway.post(`${webhook}/test`, { event: 'message.received' });
		return gateway.get(`${webhook}/deliveries/${tried.text('data.deliveryId')}`);
	};

	it('is rejected with its reason when no known authority signed it', async () => {
		const gateway = await startTestGateway();
		try {
			const answer = await send(gateway);
			expect([answer.status, answer.at('error.message')]).toEqual([
				422,
				"The file at mediaUrl could not be downloaded, because its server's certificate is self-signed.",
			]);
			const delivery = await deliver(gateway);
			expect(delivery.at('data.attempts.0.error')).toBe("The receiver's certificate is self-signed.");
			expect(server.asked('/a.png')).toEqual([]);
		} finally {
			await gateway.close();
		}
	});

	it('is accepted when NODE_EXTRA_CA_CERTS contains its authority', async () => {
		const { folder, remove } = await temporaryFolder();
		const authorities = path.join(folder, 'authorities.pem');
		await writeFile(authorities, certificate.cert);
		const gateway = await startGatewayProcess(folder, { NODE_EXTRA_CA_CERTS: authorities });
		try {
			await reached(gateway, (await send(gateway)).text('messageId'), 'read');
			expect((await deliver(gateway)).at('data.status')).toBe('success');
		} finally {
			await gateway.end('SIGTERM');
			await remove();
		}
	});
});
