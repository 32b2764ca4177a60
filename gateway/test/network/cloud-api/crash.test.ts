import { expect, it } from '@jest/globals';
import { arrived, webhook, written } from '../../cloud-api-server/payloads.ts';
import { startCloudApi } from '../../support/official/cloud-api.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { mediaOf } from '../../support/media.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../../support/official/official.ts';
import { PNG } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';

/** Messages in a round, and rounds, each of which ends with a kill. */
const BURST = 30;
const KILLS = 3;

it('a killed gateway records every acknowledged message once and reconnects on its own', async () => {
	const { folder, remove } = await temporaryFolder();
	const meta = await startCloudApi();
	let gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
	const instanceId = await officialInstance(gateway);
	const expected: string[] = [];
	for (let kill = 0; kill < KILLS; kill += 1) {
		await subscribe(meta, gateway.url, instanceId);
		const burst = Array.from({ length: BURST }, (_, index) => `${kill}/${index}`);
		expected.push(...burst);
		const notify = async (name: string): Promise<boolean> => {
			const message = written(`wamid.${name}`, 'text', { body: name });
			const answer = await meta.notify(webhook(arrived([message]))).catch(() => ({ status: null }));
			return answer.status === 200;
		};
		const requests = burst.map((name) => notify(name));
		await Promise.race(requests);
		await gateway.end('SIGKILL');
		const acknowledged = await Promise.all(requests);
		gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
		const present = gateway;
		const status = async () => (await present.get(`/v1/instances/${instanceId}/status`)).at('data.status');
		await until('the connection to be back', async () => (await status()) === 'connected');
		await subscribe(meta, gateway.url, instanceId);
		// As Meta does: what was not answered with 200 is repeated.
		for (const [index, name] of burst.entries()) {
			if (acknowledged[index] !== true) await until(`${name} to be accepted`, () => notify(name));
		}
	}
	const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
	const contents = (history.at('data') as { content: string }[]).map(({ content }) => content);
	expect(contents.sort()).toEqual(expected.sort());
	await gateway.end('SIGTERM');
	await meta.close();
	await remove();
});

/** Files in a round, each followed by a text, and rounds. */
const FILES = 6;
const ROUNDS = 4;

it('a killed gateway continues downloads and publishes every message once and in order', async () => {
	const { folder, remove } = await temporaryFolder();
	const meta = await startCloudApi();
	let gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
	const instanceId = await officialInstance(gateway);
	const expected: string[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		await subscribe(meta, gateway.url, instanceId);
		const messages: Record<string, unknown>[] = [];
		let first = '';
		for (let index = 0; index < FILES; index += 1) {
			const id = await meta.media('image/png', PNG);
			const [caption, body] = [`${round}/${index} picture`, `${round}/${index} text`];
			// The first download is in progress when the gateway is killed.
			if (index === 0) {
				first = id;
				await meta.fail({ on: 'download', of: id, times: 1, raw: HALF, open: true });
			}
			messages.push(written(`wamid.${caption}`, 'image', { id, mime_type: 'image/png', caption }));
			messages.push(written(`wamid.${body}`, 'text', { body }));
			expected.push(caption, body);
		}
		expect((await meta.notify(webhook(arrived(messages)))).status).toBe(200);
		await until('the first download', async () =>
			(await meta.requests('download')).some(({ path }) => path.endsWith(first)),
		);
		await gateway.end('SIGKILL');
		gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
		await subscribe(meta, gateway.url, instanceId);
		// Meta repeats the webhook, because it has no response to it.
		await until('the webhook response', async () => {
			const answer = await meta.notify(webhook(arrived(messages)));
			return answer.status === 200;
		});
	}
	const present = gateway;
	const messages = await until('all messages', async () => {
		const history = await present.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		const found = history.at('data') as { messageId: string; content: string; type: string }[];
		return found.length >= expected.length && found.reverse();
	});
	expect(messages.map(({ content }) => content)).toEqual(expected);
	for (const { messageId, type } of messages) {
		if (type === 'image') expect((await mediaOf(gateway, messageId)).status).toBe(200);
	}
	await gateway.end('SIGTERM');
	await meta.close();
	await remove();
}, 180_000);

const HALF = `HTTP/1.1 200 OK\r\ncontent-length: ${PNG.length}\r\n\r\nhalf`;
