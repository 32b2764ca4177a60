import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { arrived, status, statuses, webhook, written } from '../cloud-api-server/payloads.ts';
import { SECOND_NUMBER } from '../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../support/official/cloud-api.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { sendText } from '../support/gateway.ts';
import { mediaOf, reached } from '../support/media.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../support/official/official.ts';
import { PNG } from '../support/sample-files.ts';
import { until } from '../support/until.ts';

const PHONE = '16505551234';

describe("Meta's webhook at two gateways on one database", () => {
	let folder: string;
	let remove: () => Promise<void>;
	let meta: CloudApi;
	let first: GatewayProcess;
	let second: GatewayProcess;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		meta = await startCloudApi();
		first = await startGatewayProcess(folder, whatsAppSettings(meta));
		second = await startGatewayProcess(folder, whatsAppSettings(meta));
	});
	afterEach(async () => {
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await meta.close();
		await remove();
	});

	const messagesOf = async (instanceId: string): Promise<unknown[]> =>
		(await second.get(`/v1/messages?instanceId=${instanceId}`)).at('data') as unknown[];

	it('is accepted by both, whichever drives the instance', async () => {
		const instanceId = await officialInstance(first);
		const messageId = await sendText(second, instanceId, PHONE);
		await reached(second, messageId, 'sent');
		const wamid = (await meta.requests('messages')).at(-1)?.wamid ?? '';
		for (const [gateway, step] of [
			[second, 'delivered'],
			[first, 'read'],
		] as const) {
			await subscribe(meta, gateway.url, instanceId);
			expect((await meta.notify(webhook(statuses(status(wamid, step))))).status).toBe(200);
			await reached(second, messageId, step);
		}
		await subscribe(meta, second.url, instanceId);
		const id = await meta.media('image/png', PNG);
		const picture = written('wamid.in', 'image', {
			id,
			mime_type: 'image/png',
			sha256: 'x',
			caption: 'Grüße',
		});
		expect((await meta.notify(webhook(arrived([picture])))).status).toBe(200);
		const stored = await until('the picture', async () => {
			const messages = (await messagesOf(instanceId)) as { messageId: string; content: string }[];
			return messages.find(({ content }) => content === 'Grüße');
		});
		expect((await mediaOf(first, stored.messageId)).status).toBe(200);
		expect((await meta.notify(webhook(arrived([picture])), 'sha256=00')).status).toBe(401);
	});

	it('is passed on to the gateway that drives the instance of another number', async () => {
		const instances = [await officialInstance(first), await officialInstance(second, {}, SECOND_NUMBER)];
		const metadata = { display_phone_number: '15550783883', phone_number_id: SECOND_NUMBER };
		for (const [at, gateway] of [first, second].entries()) {
			await subscribe(meta, gateway.url, instances[0] ?? '');
			const payload = webhook(arrived([written(`wamid.a${at}`, 'text', { body: `First ${at}` })]), {
				...arrived([written(`wamid.b${at}`, 'text', { body: `Second ${at}` })]),
				metadata,
			});
			expect((await meta.notify(payload)).status).toBe(200);
		}
		const contents = async (id = '') =>
			((await messagesOf(id)) as { content: string }[]).map(({ content }) => content).sort();
		expect(await contents(instances[0])).toEqual(['First 0', 'First 1']);
		expect(await contents(instances[1])).toEqual(['Second 0', 'Second 1']);
	});

	it('is accepted by one gateway after the other, which drives the instance, was killed', async () => {
		const instanceId = await officialInstance(first);
		await subscribe(meta, second.url, instanceId);
		await first.end('SIGKILL');
		const message = webhook(arrived([written('wamid.in', 'text', { body: 'Are you there?' })]));
		await until('Meta to be answered', async () => (await meta.notify(message)).status === 200);
		expect(await messagesOf(instanceId)).toHaveLength(1);
	});
});
