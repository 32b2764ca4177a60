import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const MEGABYTE = 1024 * 1024;

describe('the history from the phone by QR code', () => {
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

	/** A part of the history with one message, and as many bytes that say nothing. */
	const historyOf = (text: string, size: number): Buffer => {
		const remoteJid = `${ADA}@s.whatsapp.net`;
		const message = {
			key: { remoteJid, fromMe: false, id: `3EB0${Buffer.from(text).toString('hex').toUpperCase()}` },
			message: { conversation: text },
			messageTimestamp: Math.floor(Date.now() / 1000) - 3600,
		};
		const part = proto.HistorySync.encode({
			syncType: proto.HistorySync.HistorySyncType.RECENT,
			conversations: [{ id: remoteJid, messages: [{ message }] }],
			threadIdUserSecret: Buffer.alloc(size),
		}).finish();
		return deflateSync(part);
	};
	/** Sends a part of the history; resolves once the gateway has handled it. */
	const sent = async (text: string, size: number) => {
		await whatsApp.historyFile(ACCOUNT, historyOf(text, size));
		await until('the history to be handled', async () => (await whatsApp.stats()).accounts[0]?.pending === 0);
	};
	const texts = async () => {
		const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}`);
		return (page.at('data') as { content: string }[]).map(({ content }) => content);
	};

	it('is not imported where it is far larger than any real one once decompressed', async () => {
		await sent('Huge', 200 * MEGABYTE);
		await sent('Usual', MEGABYTE);
		await until('the usual part to be imported', async () => (await texts()).includes('Usual'));
		expect(await texts()).toEqual(['Usual']);
		// An error would have it downloaded again on each connection.
		expect((await whatsApp.log(ACCOUNT)).acks.filter(({ error }) => error !== null)).toEqual([]);
	});
});
