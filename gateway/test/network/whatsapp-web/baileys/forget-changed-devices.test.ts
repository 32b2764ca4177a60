import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NetworkConnection } from '../../../../src/network/driver.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

describe('a device that is linked after a message to its chat', () => {
	let whatsApp: WhatsApp;
	let connection: NetworkConnection;
	let count = 0;
	const others: DeviceUnderTest[] = [];

	async function linkedTo(phone: string): Promise<[DeviceUnderTest, NetworkConnection]> {
		const one = await createDeviceUnderTest(whatsApp);
		others.push(one);
		return [one, await one.linkTo(phone)];
	}

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		[, connection] = await linkedTo(ACCOUNT);
	});
	afterAll(async () => {
		for (const one of others) await one.close();
		await whatsApp.close();
	});

	async function send(to: string, content: string): Promise<void> {
		count += 1;
		await connection.send({
			...{ id: `msg_01m8gn05c7twmqgv6f0n11e8${count + 10}`, chatId: to, to, type: 'text', content },
			...{ quotedMessageId: null, media: null, template: null },
		});
	}

	const lidOf = async (phone: string) => `${(await whatsApp.person(phone)).lid}@lid`;
	const texts = (one: DeviceUnderTest) =>
		one.reports.flatMap((report) =>
			report.kind === 'message' || report.kind === 'echo' ? [report.message.content] : [],
		);

	it.each([
		[
			'names the devices',
			(jid: string, lid: string) => ({ tag: 'add', content: [{ tag: 'device', attrs: { jid, lid } }] }),
		],
		['names none', () => ({ tag: 'update', attrs: { hash: 'abc' } })],
	])('receives the next message where WhatsApp announces it and %s', async (what, child) => {
		const group = await whatsApp.group({ by: ADA, subject: 'Ours', members: [ACCOUNT], addressing: 'lid' });
		await send(group, `Before: ${what}`);
		const [other] = await linkedTo(ADA);
		const [pn, lid] = [`${ADA}@s.whatsapp.net`, await lidOf(ADA)];
		await whatsApp.stanza(ACCOUNT, {
			tag: 'notification',
			attrs: { type: 'devices', id: what.replaceAll(' ', '-'), from: pn, lid, t: '1700000000' },
			content: [child(pn.replace('@', ':9@'), lid.replace('@', ':9@'))],
		});
		await until('the acknowledgement', async () =>
			(await whatsApp.log(ACCOUNT)).acks.some(({ id }) => id === what.replaceAll(' ', '-')),
		);
		await send(group, `After: ${what}`);
		await until('the message at the other device', () => texts(other).includes(`After: ${what}`));
		expect(texts(other)).not.toContain(`Before: ${what}`);
	});
});
