import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
/** Messages that arrive at once. */
const BURST = 300;
/** Bursts in which a message has to be sent: two pass meanwhile, but six to eleven where it waits for those that came later. */
const BURSTS = 5;

describe('frames that are sent while many messages arrive', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	const receivedCount = async () =>
		(await gateway.client.get(`/v1/instances/${instanceId}/status`)).at(
			'data.stats.messagesReceived',
		) as number;

	it('do not wait for messages that arrive after them', async () => {
		// The gateway knows the devices of both.
		await sendText(gateway.client, instanceId, BOB, 'Before');
		await until('it to arrive', async () => (await whatsApp.received(BOB)).length === 1);
		let hasArrived = false;
		const flooding = flood(() => hasArrived);
		await until('the first to be recorded', async () => (await receivedCount()) > 0);
		await sendText(gateway.client, instanceId, BOB, 'Meanwhile');
		await until('it to arrive', async () => (await whatsApp.received(BOB)).length === 2);
		hasArrived = true;
		expect(await flooding).toBeLessThan(BURSTS);
	});

	/** Sends bursts one after the other, so that some messages always wait to be recorded; returns their number. */
	async function flood(isOver: () => boolean): Promise<number> {
		let bursts = 0;
		for (; bursts < BURSTS && !isOver(); bursts += 1) {
			await whatsApp.burst(ADA, ACCOUNT, 'Flood', BURST);
			await until('the burst before', async () => (await receivedCount()) >= bursts * BURST);
		}
		return bursts;
	}
});
