import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MessageId } from '../../../../src/domain/ids.ts';
import type { NetworkConnection } from '../../../../src/network/driver.ts';
import type { OutgoingMessage } from '../../../../src/network/network-message.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const CAROL = '4915144444444';

describe('a query that WhatsApp does not answer', () => {
	const clock = createManualClock(Date.now());
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;
	let connection: NetworkConnection;
	let group: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, { clock });
		connection = await device.linkTo(ACCOUNT);
		group = await whatsApp.group({ by: ACCOUNT, subject: 'Book club', members: [ACCOUNT, BOB] });
	});
	beforeEach(() => whatsApp.queryRules());
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	/** Lets time pass until the work has ended; pings are answered meanwhile. Returns its error. */
	async function errorOf(work: Promise<unknown>): Promise<unknown> {
		let error: { thrown: unknown } | null = null;
		work.then(
			() => (error = { thrown: undefined }),
			(thrown: unknown) => (error = { thrown }),
		);
		return (
			await until('the end of the work', () => {
				if (error === null) clock.advance(1000);
				return error ?? undefined;
			})
		).thrown;
	}

	const textTo = (to: string, id: MessageId): OutgoingMessage => ({
		...{ id, to, chatId: `${to}@s.whatsapp.net`, type: 'text', content: 'Hello', media: null },
		...{ template: null, quotedMessageId: null },
	});

	it.each<[string, string, () => Promise<unknown>]>([
		['the check of a number', 'usync', () => connection.checkNumbers([ADA])],
		['the profile of a contact', 'usync', () => connection.getContact(`${ADA}@s.whatsapp.net`)],
		['the list of groups', 'w:g2', () => connection.listGroups()],
		['a change of participants', 'w:g2', () => connection.changeParticipants(group, 'remove', [BOB])],
		['a change of the profile', 'status', () => connection.updateProfile({ about: 'Busy' })],
	])('fails %s', async (_what, query, request) => {
		await whatsApp.queryRules({ query, delay: -1 });
		expect(await errorOf(request())).toMatchObject({ code: 'service_unavailable' });
	});

	it('fails a message for now, which is not reported as one to an unknown number', async () => {
		await whatsApp.queryRules({ query: 'usync', delay: -1 });
		const error = await errorOf(connection.send(textTo(ADA, 'msg_01kavz00000000000000000001')));
		expect(error).toMatchObject({ message: 'WhatsApp did not answer within 60 seconds.' });
		expect(error).not.toMatchObject({ name: 'PermanentSendError' });
	});

	it('lets no message be sent to none of the devices of its recipient', async () => {
		// The first query is whether the number is on WhatsApp.
		await whatsApp.queryRules({ query: 'usync', delay: 0, times: 1 }, { query: 'usync', delay: -1 });
		const message = textTo(CAROL, 'msg_01kavz00000000000000000002');
		const error = await errorOf(connection.send(message));
		expect(error).toMatchObject({ message: 'WhatsApp did not answer within 60 seconds.' });
		await whatsApp.queryRules();
		await connection.send(message);
		expect((await whatsApp.received(CAROL)).map(({ text }) => text)).toEqual(['Hello']);
	});
});
