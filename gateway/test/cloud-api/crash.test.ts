import { expect, it } from '@jest/globals';
import { arrived, webhook, written } from '../cloud-api-server/payloads.ts';
import { startCloudApi } from '../support/cloud-api.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../support/official.ts';
import { until } from '../support/until.ts';

/** Messages Meta tells of while the gateway is killed, and how many times it is. */
const BURST = 30;
const KILLS = 3;

it('loses no message that Meta was answered for when it is killed, records none twice, and needs nobody', async () => {
	const { folder, remove } = await temporaryFolder();
	const meta = await startCloudApi();
	let gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
	const instanceId = await officialInstance(gateway);
	const expected: string[] = [];
	for (let kill = 0; kill < KILLS; kill += 1) {
		await subscribe(meta, gateway.url, instanceId);
		const burst = Array.from({ length: BURST }, (_, index) => `${kill}/${index}`);
		expected.push(...burst);
		const tell = async (name: string): Promise<boolean> => {
			const message = written(`wamid.${name}`, 'text', { body: name });
			const answer = await meta.notify(webhook(arrived([message]))).catch(() => ({ status: null }));
			return answer.status === 200;
		};
		const told = burst.map((name) => tell(name));
		await Promise.race(told);
		await gateway.end('SIGKILL');
		const answered = await Promise.all(told);
		gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
		const present = gateway;
		const status = async () => (await present.get(`/v1/instances/${instanceId}/status`)).at('data.status');
		await until('the connection to be back', async () => (await status()) === 'connected');
		await subscribe(meta, gateway.url, instanceId);
		// As Meta does: what was not answered with 200 is told again until it is.
		for (const [index, name] of burst.entries()) {
			if (answered[index] !== true) await until(`${name} to be taken`, () => tell(name));
		}
	}
	const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
	const contents = (history.at('data') as { content: string }[]).map(({ content }) => content);
	expect(contents.sort()).toEqual(expected.sort());
	await gateway.end('SIGTERM');
	await meta.close();
	await remove();
});
