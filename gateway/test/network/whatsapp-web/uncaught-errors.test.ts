import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../support/gateway.ts';
import { POISON } from '../../support/whatsapp/poison.ts';
import { metricsOf } from '../../support/metrics.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const OTHER_ACCOUNT = '4915111111112';
const ADA = '4915122222222';

describe('uncaught error', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp, {}, [POISON]);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		instanceId = await gateway.linked(ACCOUNT);
		await gateway.linked(OTHER_ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const arrived = (content: string) => receiver.find(content, ({ at }) => at('data.content') === content);

	for (const fault of ['a timer throws', 'a promise rejects', 'the next tick throws']) {
		it(`ends only the connection it comes from: ${fault}`, async () => {
			const { pid } = gateway.client;
			const logins = (await whatsApp.stats()).logins;
			await whatsApp.send(ADA, ACCOUNT, { text: `POISON: ${fault}` });
			await arrived(`POISON: ${fault}`);
			await until('the reconnection', async () => (await whatsApp.stats()).logins > logins);
			expect((await whatsApp.stats()).logins).toBe(logins + 1);
			await whatsApp.send(ADA, ACCOUNT, { text: `After ${fault}, here` });
			await whatsApp.send(ADA, OTHER_ACCOUNT, { text: `After ${fault}, there` });
			await arrived(`After ${fault}, here`);
			await arrived(`After ${fault}, there`);
			expect(gateway.client.pid).toBe(pid);
			expect(gateway.client.output().stderr).toContain(
				'an error escaped a connection; the connection is opened again',
			);
		});
	}

	it('is counted', async () => {
		const metrics = await metricsOf(gateway.client);
		expect(metrics.get('gateway_network_faults_total{kind="escaped_error"}')).toBe(3);
	});

	it('ends the process cleanly when it comes from no connection, and accepted messages are sent after the next start', async () => {
		await whatsApp.settings({ offline: true });
		await sendText(gateway.client, instanceId, ADA, 'Accepted before the end');
		const { code, stderr } = await gateway.client.end('SIGUSR2');
		expect(code).toBe(1);
		expect(stderr).toContain('an uncaught error belongs to no connection; the gateway shuts down');
		await whatsApp.settings({ offline: false });
		await gateway.start();
		await until('it to arrive', async () =>
			(await whatsApp.received(ADA)).some(({ text }) => text === 'Accepted before the end'),
		);
	});
});
