import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runSql } from '../../../support/database.ts';
import { sendText, statusOf } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { until } from '../../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';

describe('session whose keys could not be stored for a while', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		instanceId = await gateway.linked(ACCOUNT);
		const before = await sendText(gateway.client, instanceId, ADA, 'Before');
		await until(
			'the first message to be read',
			async () => at(await statusOf(gateway.client, before), 'status') === 'read',
		);
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	const shown = (text: string) =>
		until(`${ADA} to see ${text}`, async () =>
			(await whatsApp.received(ADA)).find((one) => one.text === text),
		);
	const logged = (text: string) =>
		until(`${text} in the log`, () => {
			const { stdout, stderr } = gateway.client.output();
			return `${stdout}${stderr}`.includes(text);
		});

	it('reconnects and sends what was accepted meanwhile once', async () => {
		await runSql(gateway.folder, 'alter table network_sessions rename to out_of_reach');
		await sendText(gateway.client, instanceId, ADA, 'Meanwhile');
		await logged('network_sessions');
		await runSql(gateway.folder, 'alter table out_of_reach rename to network_sessions');
		await shown('Meanwhile');
		await gateway.has(instanceId, 'connected');
		const times = (await whatsApp.received(ADA)).filter(({ text }) => text === 'Meanwhile').length;
		expect(times).toBe(1);
		expect((await whatsApp.log()).violations).toEqual([]);
	});

	it('decrypts what arrived meanwhile, also from a new sender', async () => {
		await runSql(gateway.folder, 'alter table network_sessions rename to out_of_reach');
		await whatsApp.send(BOB, ACCOUNT, { text: 'From a stranger' });
		await logged('a read from the store failed; it is retried');
		await runSql(gateway.folder, 'alter table out_of_reach rename to network_sessions');
		await until('it to arrive', async () => {
			const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}`);
			return (page.at('data') as { content: string }[]).some(({ content }) => content === 'From a stranger');
		});
		expect((await whatsApp.log()).acks.filter(({ error }) => error !== null)).toEqual([]);
	});

	it('reconnects after a failed attempt', async () => {
		await runSql(gateway.folder, 'alter table network_sessions rename to out_of_reach');
		await sendText(gateway.client, instanceId, ADA, 'For longer');
		await logged('a connection could not be opened again');
		await runSql(gateway.folder, 'alter table out_of_reach rename to network_sessions');
		await shown('For longer');
		await gateway.has(instanceId, 'connected');
	});
});
