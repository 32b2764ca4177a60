import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';
import { startLinkedAccount, type LinkedAccount } from '../../../support/whatsapp/linked-account.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';

describe('several Signal sessions with one person', () => {
	let whatsApp: LinkedAccount['whatsApp'];
	let gateway: LinkedAccount['gateway'];
	let receiver: LinkedAccount['receiver'];
	let instanceId: LinkedAccount['instanceId'];
	let close: LinkedAccount['close'];

	beforeAll(async () => {
		({ whatsApp, gateway, receiver, instanceId, close } = await startLinkedAccount(ACCOUNT));
	});
	afterAll(() => close());

	const receives = async (text: string) => {
		await whatsApp.send(ADA, ACCOUNT, { text });
		await receiver.find(text, ({ at }) => at('data.content') === text);
	};
	const shown = (text: string) =>
		until(`"${text}" at the person`, async () =>
			(await whatsApp.received(ADA)).some((received) => received.text === text),
		);

	it('stay usable when a message of the older one arrives after the newer one began', async () => {
		await sendText(gateway.client, instanceId, ADA, 'Begins a session');
		await shown('Begins a session');
		await receives('Answers in this session');

		// She cannot read it, so a newer session begins with its second copy, which reaches her late.
		const { messages } = await whatsApp.stats();
		await whatsApp.messageRules({ to: ADA, times: 1, unreadable: true }, { to: ADA, times: 1, delay: 1500 });
		await sendText(gateway.client, instanceId, ADA, 'Begins a newer one');
		await until('both copies at the server', async () => (await whatsApp.stats()).messages === messages + 2);
		await receives('Still in the older session');

		await shown('Begins a newer one');
		await receives('In the newer session');
		await sendText(gateway.client, instanceId, ADA, 'Goes on in it');
		await shown('Goes on in it');
		const { receipts, unreadable } = await whatsApp.log();
		expect(receipts.filter(({ type }) => type === 'retry')).toEqual([]);
		expect(unreadable).toEqual([]);
	});

	it('are not begun by a restart, after which the devices of the person are queried again', async () => {
		await gateway.restart();
		await gateway.has(instanceId, 'connected');
		await sendText(gateway.client, instanceId, ADA, 'After the restart');
		await shown('After the restart');
		expect((await whatsApp.received(ADA)).at(-1)).toMatchObject({
			text: 'After the restart',
			ciphertextType: 'msg',
		});
	});

	it('are begun with the new keys of a phone that was reinstalled', async () => {
		await whatsApp.reinstall(ADA);
		await gateway.restart();
		await gateway.has(instanceId, 'connected');
		await sendText(gateway.client, instanceId, ADA, 'To the new phone');
		await shown('To the new phone');
		await receives('From the new phone');
	});
});
