import { setImmediate as nextIteration } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { createStoredRetries } from '../../../../src/network/whatsapp-web/inbound/stored-retries.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('a part of the history whose download fails', () => {
	const clock = createManualClock();
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, { clock });
		await device.linkTo(ACCOUNT);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const texts = () =>
		device.reports.flatMap((one) =>
			one.kind === 'history' ? one.messages.map(({ content }) => content) : [],
		);

	const sendHistory = async (text: string) => {
		const remoteJid = `${ADA}@s.whatsapp.net`;
		const message = {
			key: { remoteJid, fromMe: false, id: `3EB0${Buffer.from(text).toString('hex').toUpperCase()}` },
			message: { conversation: text },
			messageTimestamp: Math.floor(clock.now() / 1000) - 3600,
		};
		const part = proto.HistorySync.encode({
			syncType: proto.HistorySync.HistorySyncType.RECENT,
			conversations: [{ id: remoteJid, messages: [{ message }] }],
		}).finish();
		await whatsApp.historyFile(ACCOUNT, deflateSync(part));
	};

	it('is imported by the same connection', async () => {
		const { logins } = await whatsApp.stats();
		await whatsApp.mediaBehaviors({ kind: 'status', status: 503, times: 1 });
		await sendHistory('Yesterday');
		await until('the failure', () => device.logged().includes('could not be recorded'));
		clock.advance(SECOND * 30);
		await until('the history', () => texts().includes('Yesterday'));
		expect((await whatsApp.stats()).logins).toBe(logins);
	});
});

describe('the retries for what could not be recorded', () => {
	function retries() {
		const clock = createManualClock();
		const closing = new AbortController();
		const connection = { socket: { ws: { isOpen: true } } };
		const started = clock.now();
		const times: number[] = [];
		const store = { isOpen: false };
		const { onFailure } = createStoredRetries({ clock, closeSignal: closing.signal }, (failed) => {
			times.push((clock.now() - started) / SECOND);
			if (!store.isOpen) onFailure(failed);
			return Promise.resolve();
		});
		return { clock, closing, connection, times, store, onFailure };
	}

	it('come after longer and longer pauses, and are shared by all that fails', async () => {
		const { clock, connection, times, store, onFailure } = retries();
		onFailure(connection);
		onFailure(connection);
		clock.advance(4 * HOUR);
		expect(times).toEqual([30, 330, 2130, 9330]);
		store.isOpen = true;
		clock.advance(2 * HOUR);
		await nextIteration();
		onFailure(connection);
		clock.advance(SECOND * 30);
		expect(times).toHaveLength(6);
	});

	it('are left to the next connection, and end with the device', () => {
		const { clock, closing, connection, times, onFailure } = retries();
		onFailure(connection);
		connection.socket.ws.isOpen = false;
		clock.advance(HOUR);
		expect(times).toEqual([]);
		onFailure({ socket: { ws: { isOpen: true } } });
		closing.abort();
		expect(clock.pending()).toEqual([]);
	});
});
