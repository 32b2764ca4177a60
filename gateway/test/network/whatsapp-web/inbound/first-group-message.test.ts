import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
/** A part of the names of the stored keys of group members, with which their messages are decrypted. */
const SENDER_KEY = '.keys.sender-key.';

describe('the first message of a member of a group', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	/** Whether reads of sender keys never end, as in a process that is killed meanwhile. */
	let isStuck = false;
	let stuckReads = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, {
			more: {
				seal: (_instanceId, session) => ({
					...session,
					readAll(keys) {
						if (!isStuck || !keys.some((key) => key.includes(SENDER_KEY))) return session.readAll(keys);
						stuckReads += 1;
						return Promise.withResolvers<never>().promise;
					},
					encrypt: (plain) => ({ ...plain }),
				}),
			},
		});
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const received = () => device.reports.flatMap((one) => (one.kind === 'message' ? [one.message] : []));

	it('is not requested again, nor are those after it, where the process ended between its two keys', async () => {
		const first = await device.linkTo(ACCOUNT);
		const group = await whatsApp.group({ by: ADA, subject: 'Ours', members: [ACCOUNT, BOB] });
		isStuck = true;
		await whatsApp.send(ADA, group, { text: 'First' });
		await until('the read of the key', () => stuckReads > 0);
		await whatsApp.send(ADA, group, { text: 'Second' });
		// Commits the changes so far.
		await first.subscribePresence(`${BOB}@s.whatsapp.net`);
		await first.close();
		isStuck = false;

		// Messages come before this query, and the connection is open after it.
		await whatsApp.queryRules({ query: 'encrypt digest', held: true, times: 1 });
		await device.resume();
		await until('the second message', () => received().some(({ content }) => content === 'Second'));
		await whatsApp.answerHeld();
		await until('all to be acknowledged', async () => (await whatsApp.stats()).accounts[0]?.pending === 0);
		expect(received().map(({ content }) => content)).toEqual(['First', 'Second']);
		const receipts = (await whatsApp.log(ACCOUNT)).receipts;
		expect(receipts.filter(({ type }) => type === 'retry')).toEqual([]);
	});
});
