import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsOf } from '../../../support/metrics.ts';
import { POISON } from '../../../support/whatsapp/poison.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const CAROL = '4915144444444';

describe('a message that crashes the process', () => {
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
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	it('is recorded as unsupported after three crashes, and no other message is lost', async () => {
		await whatsApp.send(ADA, ACCOUNT, { text: 'POISON: the process dies' });
		for (const text of ['First of Bob', 'Second of Bob']) await whatsApp.send(BOB, ACCOUNT, { text });
		let crashes = 0;
		for (;;) {
			const died = gateway.client.finished.then(() => 'died' as const);
			const all = receiver.count(3).then(() => 'arrived' as const);
			if ((await Promise.race([died, all])) === 'arrived') break;
			all.catch(() => undefined);
			crashes += 1;
			await gateway.start();
		}
		expect(crashes).toBe(3);
		const contents = receiver.requests.map(({ at }) => at('data.content'));
		expect(contents.filter((one) => one !== 'First of Bob' && one !== 'Second of Bob')).toHaveLength(1);
		const metrics = await metricsOf(gateway.client);
		expect(metrics.get('gateway_network_faults_total{kind="set_aside"}')).toBe(1);
		expect(gateway.client.output().stderr).toContain(
			'the process died three times while it handled a message',
		);
		await until('all to be acknowledged', async () => (await whatsApp.stats()).accounts[0]?.pending === 0);
		const stored = (await gateway.client.get(`/v1/messages?instanceId=${instanceId}`)).at('data') as {
			type: string;
		}[];
		expect(stored.map(({ type }) => type).sort()).toEqual(['text', 'text', 'unsupported']);
	});

	it('does not count for the history that is downloaded meanwhile', async () => {
		const before =
			(await metricsOf(gateway.client)).get('gateway_network_faults_total{kind="set_aside"}') ?? 0;
		// The process dies long before the download has ended, unless the history is handled alone.
		await whatsApp.mediaBehaviors({ kind: 'slow', pause: 200 });
		await whatsApp.history(ACCOUNT, [
			{ phone: CAROL, name: 'Carol', messages: [{ text: 'Of last year', at: 1_700_000_000 }] },
		]);
		await whatsApp.send(ADA, ACCOUNT, { text: 'POISON: the process dies' });
		for (let crashes = 0; crashes < 3; crashes += 1) {
			await gateway.client.finished;
			await gateway.start();
		}
		await until('the history', async () => {
			const chats = await gateway.client.get(`/v1/messages/chats?instanceId=${instanceId}&search=Carol`);
			return chats.status === 200 && chats.at('pagination.total') === 1;
		});
		await until('the poison to be set aside', async () => {
			const metrics = await metricsOf(gateway.client);
			return metrics.get('gateway_network_faults_total{kind="set_aside"}') === 1;
		});
		expect(before).toBe(1);
	});
});
