import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

describe('a message that nobody has encrypted', () => {
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp);
		await device.linkTo(ACCOUNT);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const reported = () =>
		device.reports.flatMap((one) =>
			one.kind === 'message' || one.kind === 'echo' ? [one.message.content] : [],
		);

	it.each<[string, Record<string, string>]>([
		['of somebody else', { from: `${ADA}@s.whatsapp.net` }],
		['of the account itself', { from: `${ACCOUNT}@s.whatsapp.net`, recipient: `${ADA}@s.whatsapp.net` }],
	])('is not recorded as one %s', async (what, attrs) => {
		const id = `FORGED${what.length}`;
		const text = proto.Message.encode({ conversation: `Forged ${what}` }).finish();
		await whatsApp.stanza(ACCOUNT, {
			tag: 'message',
			attrs: { ...attrs, id, type: 'text', t: '1700000000' },
			content: [{ tag: 'plaintext', content: { base64: Buffer.from(text).toString('base64') } }],
		});
		await until('the answer', async () => {
			const { acks, receipts } = await whatsApp.log(ACCOUNT);
			return acks.some((ack) => ack.id === id) || receipts.some(({ ids }) => ids.includes(id));
		});
		expect(reported()).not.toContain(`Forged ${what}`);
	});

	it('waits for its sender where the name of a business beside it cannot be read', async () => {
		const before = reported().length;
		await whatsApp.stanza(ACCOUNT, {
			tag: 'message',
			attrs: { from: `${ADA}@s.whatsapp.net`, id: 'NAMED', type: 'text', t: '1700000000' },
			content: [
				{ tag: 'verified_name', content: { base64: '/////w==' } },
				{ tag: 'enc', attrs: { v: '2', type: 'msg' }, content: { base64: 'AAAA' } },
			],
		});
		await until('the message', () => reported().length > before);
	});
});
