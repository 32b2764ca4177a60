import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const PARTS = 8;
/** Parts that are imported at the same time. */
const MAX_IMPORTS = 2;

let whatsApp: WhatsApp;
let device: DeviceUnderTest;
const recordable = Promise.withResolvers<undefined>();

beforeAll(async () => {
	whatsApp = await startWhatsApp();
	device = await createDeviceUnderTest(whatsApp, {
		beforeReport: (events) =>
			events.some(({ kind }) => kind === 'history') ? recordable.promise : Promise.resolve(),
	});
	await device.link();
	await whatsApp.scan(ACCOUNT, (await device.reported('qr')).text, { history: null });
	await device.reported('connected');
});
afterAll(async () => {
	await device.close();
	await whatsApp.close();
});

const downloads = async () =>
	(await whatsApp.mediaRequests()).requests.filter(({ method }) => method === 'GET').length;
const imported = () =>
	device.reports.flatMap((one) => (one.kind === 'history' ? one.messages.map(({ content }) => content) : []));

function part(text: string): Buffer {
	const remoteJid = `${ADA}@s.whatsapp.net`;
	const message = {
		key: { remoteJid, fromMe: false, id: `3EB0${Buffer.from(text).toString('hex').toUpperCase()}` },
		message: { conversation: text },
		messageTimestamp: Math.floor(Date.now() / 1000) - 3600,
	};
	const history = proto.HistorySync.encode({
		syncType: proto.HistorySync.HistorySyncType.RECENT,
		conversations: [{ id: remoteJid, messages: [{ message }] }],
	});
	return deflateSync(history.finish());
}

it('parts of the history are downloaded when those before them are recorded', async () => {
	const before = await downloads();
	const texts = Array.from({ length: PARTS }, (_, index) => `Part ${index}`);
	for (const text of texts) await whatsApp.historyFile(ACCOUNT, part(text));
	await until('the first downloads', async () => (await downloads()) >= before + MAX_IMPORTS);
	// Messages do not wait for the history.
	await whatsApp.send(ADA, ACCOUNT, { text: 'Meanwhile' });
	expect((await device.reported('message')).message.content).toBe('Meanwhile');
	expect(await downloads()).toBe(before + MAX_IMPORTS);
	recordable.resolve(undefined);
	await until('all parts', () => imported().length === PARTS);
	expect(imported().sort()).toEqual(texts);
});
