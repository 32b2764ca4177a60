import { afterAll, beforeAll, expect } from '@jest/globals';
import { proto } from 'baileys';
import { startReceiver, type Received, type Receiver } from '../servers/receiver.ts';
import { startWhatsAppTestGateway, type WhatsAppTestGateway } from './whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from './whatsapp.ts';

const ACCOUNT = '4915111111111';

/** The number of the phone that `eventFor` and `eventData` send from. */
export const ADA = '4915122222222';

/** A message that is a text. */
export const text = (caption: string): proto.IMessage => ({ conversation: caption });

/** Of the suite that runs: the gateway, and its instance that is linked to the stand-in for WhatsApp. */
export let gateway: WhatsAppTestGateway;
export let instanceId: string;

let whatsApp: WhatsApp;
let receiver: Receiver;

/** Starts, for all tests of a file, a gateway with an instance that is connected by QR code. */
export function useReceivingInstance(): void {
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});
}

let written = 0;

/** Returns the event for a message of these bytes, if any; a text after it marks the end. */
export async function eventFor(bytes: Uint8Array): Promise<Received | undefined> {
	written += 1;
	const before = receiver.requests.length;
	const fence = `Mark ${written}`;
	await whatsApp.send(ADA, ACCOUNT, { bytes: Buffer.from(bytes).toString('base64') });
	await whatsApp.send(ADA, ACCOUNT, { text: fence });
	await receiver.find(fence, ({ at }) => at('data.content') === fence);
	const others = receiver.requests.slice(before).filter(({ at }) => at('data.content') !== fence);
	expect(others.length).toBeLessThan(2);
	return others[0];
}

/** Returns the data of the event for a message, if any. */
export async function eventData(message: proto.IMessage): Promise<unknown> {
	return (await eventFor(proto.Message.encode(message).finish()))?.at('data');
}
