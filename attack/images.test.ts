import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../gateway/test/support/servers/receiver.ts';
import { until } from '../gateway/test/support/until.ts';
import {
	startWhatsAppGateway,
	type WhatsAppGateway,
} from '../gateway/test/support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const PEOPLE = Array.from({ length: 8 }, (_, index) => `491512222222${index}`);
const EVE = '4915133333333';
/** A white image of 12,000 by 12,000 pixels, which have 412 MiB, in 38 bytes. */
const HUGE_IMAGE = 'UklGRh4AAABXRUJQVlA4TBEAAAAv3+63CwfQ//73v/+BiOh/AAA=';
/** MiB by which the gateway may grow when it forwards the image. */
const GROWTH_LIMIT = 150;

describe('an image of a stranger with more pixels than fit into memory', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	/** The most memory that the gateway has used since its start, in MiB. */
	function peak(): number {
		const status = readFileSync(`/proc/${gateway.client.pid}/status`, 'utf8');
		return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
	}

	it('is forwarded without being decoded', async () => {
		const file = { type: 'image' as const, mimeType: 'image/webp', base64: HUGE_IMAGE, caption: 'Look' };
		await whatsApp.send(EVE, ACCOUNT, { file });
		const received = await receiver.find('the image', ({ at }) => at('data.content') === 'Look');
		const before = peak();
		const path = `/v1/messages/${String(received.at('data.messageId'))}/forward`;
		await Promise.all(PEOPLE.map((to) => gateway.client.post(path, { instanceId, to })));
		const shown = await until('the images', async () => {
			const all = await whatsApp.received();
			return all.length === PEOPLE.length && all;
		});
		expect(shown[0]?.file).toMatchObject({ mimeType: 'image/webp', bytes: 38 });
		expect(peak() - before).toBeLessThan(GROWTH_LIMIT);
	});
});
