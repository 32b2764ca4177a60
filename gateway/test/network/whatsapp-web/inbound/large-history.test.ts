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
	const historyOf = (text: string, size: number, emptyChats = 0): Buffer => {
		const remoteJid = `${ADA}@s.whatsapp.net`;
		const message = {
			key: { remoteJid, fromMe: false, id: `3EB0${Buffer.from(text).toString('hex').toUpperCase()}` },
			message: { conversation: text },
			messageTimestamp: Math.floor(Date.now() / 1000) - 3600,
		};
		const part = proto.HistorySync.encode({
			syncType: proto.HistorySync.HistorySyncType.RECENT,
			conversations: [{ id: remoteJid, messages: [{ message }] }, ...new Array<object>(emptyChats).fill({})],
			threadIdUserSecret: Buffer.alloc(size),
		}).finish();
		return deflateSync(part);
	};
	/** Sends a part of the history; resolves once the gateway has handled it. */
	const sent = async (text: string, size: number, emptyChats = 0) => {
		await whatsApp.historyFile(ACCOUNT, historyOf(text, size, emptyChats));
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

	it('is not imported where it has more chats than any account, though it is small', async () => {
		await sent('Crowded', 0, 100_000);
		await sent('Usual again', 0, 1000);
		await until('the usual part to be imported', async () => (await texts()).includes('Usual again'));
		expect(await texts()).not.toContain('Crowded');
		expect((await whatsApp.log(ACCOUNT)).acks.filter(({ error }) => error !== null)).toEqual([]);
	});

	it('ends no connection where its file breaks off', async () => {
		const { logins } = await whatsApp.stats();
		await whatsApp.historyFile(ACCOUNT, historyOf('Broken', 0).subarray(0, 1));
		await sent('Usual in the end', 0);
		await until('the usual part to be imported', async () => (await texts()).includes('Usual in the end'));
		expect((await whatsApp.stats()).logins).toBe(logins);
	});
});
