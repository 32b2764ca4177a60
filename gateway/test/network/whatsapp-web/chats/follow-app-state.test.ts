import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../support/manual-clock.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const SYNC = 'w:sync:app:state';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Milliseconds without a frame after which a connection is not silent yet. */
const STEP = 30_000;

describe('changes of chats that WhatsApp does not return when it is asked', () => {
	const clock = createManualClock();
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, { clock });
		await device.link();
		const history = [{ phone: ADA, messages: [{ text: 'Long ago', at: 1_700_000_000 }] }];
		await whatsApp.scan(ACCOUNT, (await device.reported('qr')).text, { history });
		await device.reported('history');
		await whatsApp.changeChat(ACCOUNT, ADA, { archived: true });
		await device.reported('chat_changes');
		// The parts of the history are acknowledged after the first sync.
		await acknowledged();
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const countSyncs = async () => (await whatsApp.log()).queries[`${SYNC} sync`] ?? 0;
	/** Resolves when the device has acknowledged all that it received. */
	const acknowledged = () =>
		until('the acknowledgements', async () => {
			const { accounts } = await whatsApp.stats();
			return accounts.every(({ pending }) => pending === 0);
		});
	const reportCount = () => device.reports.filter(({ kind }) => kind === 'chat_changes').length;

	/** The phone pins a chat, and WhatsApp answers this many queries for the change with an error. */
	async function changedWithErrors(times: number, pinned: boolean): Promise<void> {
		await whatsApp.queryRules({ query: SYNC, times, error: 503 });
		const before = await countSyncs();
		await whatsApp.changeChat(ACCOUNT, ADA, { pinned });
		await until('the failed query', async () => (await countSyncs()) > before);
		await acknowledged();
	}

	/** Advances the clock, in steps with a message each: a silent connection would be closed. */
	async function pass(milliseconds: number): Promise<void> {
		for (let passed = 0; passed < milliseconds; passed += STEP) {
			clock.advance(STEP);
			const received = device.reports.filter(({ kind }) => kind === 'message').length;
			await whatsApp.send(ADA, ACCOUNT, { text: `After ${passed}` });
			await device.reported('message', received);
		}
	}

	async function isAskedAfter(milliseconds: number): Promise<void> {
		const before = await countSyncs();
		await pass(milliseconds);
		await until('the query', async () => (await countSyncs()) === before + 1);
	}

	it('are asked for again', async () => {
		const reported = reportCount();
		await changedWithErrors(1, true);
		await isAskedAfter(MINUTE);
		expect(await device.reported('chat_changes', reported)).toMatchObject({
			chats: [{ changes: { pinned: true } }],
		});
	});

	it('are asked for three times at most', async () => {
		await changedWithErrors(4, false);
		for (const delay of [MINUTE, 10 * MINUTE, HOUR]) await isAskedAfter(delay);
		const asked = await countSyncs();
		const reported = reportCount();
		await pass(HOUR);
		// The next change brings what is missing, with one query.
		await whatsApp.changeChat(ACCOUNT, ADA, { archived: false });
		expect(await device.reported('chat_changes', reported)).toMatchObject({
			chats: [{ changes: { archived: false, pinned: false } }],
		});
		expect(await countSyncs()).toBe(asked + 1);
	});
});
