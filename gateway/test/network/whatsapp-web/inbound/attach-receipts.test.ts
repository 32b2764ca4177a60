import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageId } from '../../../../src/domain/ids.ts';
import { networkIdOf } from '../../../../src/network/whatsapp-web/outbound/message-id.ts';
import { sendText, statusOf } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { until } from '../../../support/until.ts';
import { sendAcknowledged } from '../../../support/whatsapp/receipts.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
/** Receives and never reads. */
const CLEO = '4915144440001';
const DORA = '4915155550001';

describe('receipts of messages sent by QR code', () => {
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

	const idOf = (messageId: string) => networkIdOf(messageId as MessageId);
	/** Sends a receipt of a phone; resolves once the gateway has acknowledged it. */
	const sendReceipt = async (
		from: string,
		messageId: string,
		more: { group?: string; lid?: boolean; type?: 'delivered' | 'read' } = {},
	) => {
		const id = idOf(messageId);
		await sendAcknowledged(whatsApp, { account: ACCOUNT, id }, () =>
			whatsApp.receipts({ from, account: ACCOUNT, ids: [id], type: 'read', ...more }),
		);
	};
	const delivered = async (to: string, text: string) => {
		const messageId = await sendText(gateway.client, instanceId, to, text);
		await reached(gateway.client, messageId, 'delivered');
		return messageId;
	};
	const status = async (messageId: string) =>
		(await statusOf(gateway.client, messageId)) as { status: string };

	it('count from the recipient, by phone number and by LID', async () => {
		const byPhone = await delivered(CLEO, 'By phone');
		await sendReceipt(CLEO, byPhone);
		await reached(gateway.client, byPhone, 'read');
		const byLid = await delivered(CLEO, 'By LID');
		await sendReceipt(CLEO, byLid, { lid: true });
		await reached(gateway.client, byLid, 'read');
	});

	it('do not count from a stranger or from a group', async () => {
		const messageId = await delivered(CLEO, 'Only for Cleo');
		await sendReceipt(BOB, messageId);
		await sendReceipt(BOB, messageId, { lid: true });
		const group = await whatsApp.group({ by: BOB, subject: 'Strangers', members: [ACCOUNT, CLEO] });
		await sendReceipt(BOB, messageId, { group });
		expect(await status(messageId)).toMatchObject({ status: 'delivered' });
	});

	it('of a group message count from that group only', async () => {
		const group = await whatsApp.group({ by: CLEO, subject: 'Ours', members: [ACCOUNT, DORA] });
		const other = await whatsApp.group({ by: BOB, subject: 'Theirs', members: [ACCOUNT] });
		const messageId = await delivered(group, 'For the group');
		await sendReceipt(BOB, messageId, { group: other });
		await sendReceipt(CLEO, messageId);
		expect(await status(messageId)).toMatchObject({ status: 'delivered' });
		await sendReceipt(CLEO, messageId, { group });
		await reached(gateway.client, messageId, 'read');
	});

	it('settle a message whose acknowledgement was lost: it is sent once, and its chat continues', async () => {
		const before = (await whatsApp.stats()).messages;
		await whatsApp.messageRules({ to: ADA, times: 1, ack: 'lost' });
		const first = await sendText(gateway.client, instanceId, ADA, 'Did it arrive?');
		const second = await sendText(gateway.client, instanceId, ADA, 'And this one?');
		await reached(gateway.client, first, 'read');
		await reached(gateway.client, second, 'read');
		expect((await whatsApp.stats()).messages).toBe(before + 2);
	});

	it('of a stranger settle nothing', async () => {
		await whatsApp.messageRules({ to: ADA, times: 1, ack: 'none' });
		const before = (await whatsApp.stats()).messages;
		const messageId = await sendText(gateway.client, instanceId, ADA, 'Was it taken?');
		await until('the message to be on its way', async () => (await whatsApp.stats()).messages > before);
		await sendReceipt(BOB, messageId, { type: 'delivered' });
		expect(await status(messageId)).toMatchObject({ status: 'queued' });
		await whatsApp.end(ACCOUNT, 'drop');
		await reached(gateway.client, messageId, 'read');
	});

	it('cause no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
