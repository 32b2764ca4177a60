import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';

describe('a device whose keys WhatsApp refuses', () => {
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

	const group = (...members: string[]) =>
		whatsApp.group({ by: ACCOUNT, subject: 'Ours', members: [ACCOUNT, ...members], addressing: 'lid' });
	const send = (to: string, text: string) => sendText(gateway.client, instanceId, to, text);
	const arrived = (by: string, text: string) =>
		until(`${text} at ${by}`, async () =>
			(await whatsApp.received(by)).some((message) => message.text === text),
		);

	it('keeps no message from the other members of its group', async () => {
		const carol = '4915144444441';
		await whatsApp.person(carol, { keysRefused: true });
		const id = await group(ADA, BOB, carol);
		const first = await send(id, 'Without Carol');
		await arrived(ADA, 'Without Carol');
		await arrived(BOB, 'Without Carol');
		await reached(gateway.client, first, 'sent');
		await whatsApp.person(carol, { keysRefused: false });
		await send(id, 'With Carol');
		await arrived(carol, 'With Carol');
	});

	it('keeps no message from a group in which only it lacks the key', async () => {
		const carol = '4915144444442';
		const id = await group(ADA);
		await send(id, 'Before Carol');
		await arrived(ADA, 'Before Carol');
		await whatsApp.person(carol, { keysRefused: true });
		await whatsApp.members({ by: ACCOUNT, group: id, action: 'add', phones: [carol] });
		for (const text of ['The first after that', 'The second after that']) {
			await send(id, text);
			await arrived(ADA, text);
		}
		await whatsApp.person(carol, { keysRefused: false });
		await send(id, 'With Carol again');
		await arrived(carol, 'With Carol again');
	});

	it('receives a message to it alone when its keys are back', async () => {
		const carol = '4915144444443';
		await whatsApp.person(carol, { keysRefused: true });
		const waiting = await send(carol, 'For Carol alone');
		await send(ADA, 'For Ada meanwhile');
		await arrived(ADA, 'For Ada meanwhile');
		await whatsApp.person(carol, { keysRefused: false });
		await arrived(carol, 'For Carol alone');
		await reached(gateway.client, waiting, 'sent');
	});

	it('is reached where WhatsApp refuses the list of its devices only', async () => {
		const carol = '4915144444444';
		await whatsApp.person(carol, { devicesRefused: true });
		const id = await group(ADA, carol);
		await send(id, 'Devices unknown');
		await arrived(ADA, 'Devices unknown');
		await arrived(carol, 'Devices unknown');
	});
});
