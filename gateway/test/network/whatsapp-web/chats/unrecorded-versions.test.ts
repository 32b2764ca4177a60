import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

describe('changes of chats that were read and not recorded', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	/** Whether the store takes changes of chats, and how many of them it was given. */
	const store = { isOpen: true, changes: 0 };

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, {
			async beforeReport(events) {
				if (!events.some(({ kind }) => kind === 'chat_changes')) return;
				store.changes += 1;
				if (!store.isOpen) await new Promise(() => undefined);
			},
		});
		const history = [{ phone: ADA, messages: [{ text: 'Long ago', at: 1_700_000_000 }] }];
		const connection = await device.link();
		await whatsApp.scan(ACCOUNT, (await device.reported('qr')).text, { history });
		await device.reported('history');
		await whatsApp.changeChat(ACCOUNT, ADA, { archived: true });
		await device.reported('chat_changes');
		await acknowledged();
		store.isOpen = false;
		const before = store.changes;
		await whatsApp.changeChat(ACCOUNT, ADA, { pinned: true });
		await until('the change', () => store.changes > before);
		await acknowledged();
		await connection.close();
		store.isOpen = true;
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	/** Resolves when the device has acknowledged all that it received. */
	const acknowledged = () =>
		until('the acknowledgements', async () => {
			const { accounts } = await whatsApp.stats();
			return accounts.every(({ pending }) => pending === 0);
		});

	it('are read again when the device connects the next time, and only then', async () => {
		const reported = device.reports.filter(({ kind }) => kind === 'chat_changes').length;
		const connection = await device.resume();
		expect(await device.reported('chat_changes', reported)).toMatchObject({
			chats: [{ changes: { pinned: true } }],
		});
		await whatsApp.send(ADA, ACCOUNT, { text: 'After the change' });
		await device.reported('message');
		await connection.close();
		const { queries } = await whatsApp.log();
		const messages = device.reports.filter(({ kind }) => kind === 'message').length;
		await device.resume();
		await whatsApp.send(ADA, ACCOUNT, { text: 'After the second start' });
		await device.reported('message', messages);
		const syncs = 'w:sync:app:state sync';
		expect((await whatsApp.log()).queries[syncs]).toBe(queries[syncs]);
	});
});
