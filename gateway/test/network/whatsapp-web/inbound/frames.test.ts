import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsOf } from '../../../support/metrics.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';
import type { StanzaInput } from '../../../whatsapp-server/control/hostile-control.ts';

/** Each case has an account of its own, because reconnects of one account are delayed more and more. */
const accountOf = (index: number): string => `4915111${String(index).padStart(2, '0')}1234`;
const OTHER_ACCOUNT = '4915111111112';
const ADA = '4915122222222';

/** The bytes of a stanza in hexadecimal: the length of the list, a tag, and its content. */
const UNDECODABLE: Readonly<Record<string, string>> = {
	nothing: '',
	'a flag alone': '00',
	'a list without an end': '00f8ff',
	'an unknown token': '00f801f3',
	'a list of lists': `00${'f801'.repeat(50)}`,
	'compressed bytes that are none': '02deadbeef',
	'a dictionary that is not there': '00f802efff',
};

const UNHANDLED: Readonly<Record<string, StanzaInput>> = {
	'presence without from': { tag: 'presence', attrs: { type: 'unavailable' } },
	'chatstate without from': { tag: 'chatstate', content: [{ tag: 'composing' }] },
	'a notification without anything': { tag: 'notification' },
	'a receipt without anything': { tag: 'receipt' },
	'a call without anything': { tag: 'call' },
	'a message without anything': { tag: 'message' },
	'a message without an id': { tag: 'message', attrs: { from: '49151@s.whatsapp.net' } },
	'ib without content': { tag: 'ib', content: [{ tag: 'dirty' }] },
	'an empty pair-device': { tag: 'iq', attrs: { type: 'set' }, content: [{ tag: 'pair-device' }] },
	'a pair-success of nobody': { tag: 'iq', attrs: {}, content: [{ tag: 'pair-success' }] },
};

describe('malformed frames', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	const instanceIds: string[] = [];
	let pid: number | undefined;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		({ pid } = gateway.client);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await gateway.linked(OTHER_ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const arrived = (content: string) => receiver.find(content, ({ at }) => at('data.content') === content);

	/** Expects both accounts to receive new messages through the same process. */
	async function receivesMessages(account: string, what: string): Promise<void> {
		await whatsApp.send(ADA, OTHER_ACCOUNT, { text: `There, after ${what}` });
		await arrived(`There, after ${what}`);
		await whatsApp.send(ADA, account, { text: `Here, after ${what}` });
		await arrived(`Here, after ${what}`);
		expect(gateway.client.pid).toBe(pid);
	}

	async function linked(): Promise<string> {
		const account = accountOf(instanceIds.length);
		instanceIds.push(await gateway.linked(account));
		await until('the account to be active', async () =>
			(await whatsApp.stats()).accounts.some((one) => one.phone === account && one.active),
		);
		return account;
	}

	async function reconnects(account: string, what: string, attack: () => Promise<unknown>): Promise<void> {
		const { logins } = await whatsApp.stats();
		await attack();
		await until('the reconnection', async () => (await whatsApp.stats()).logins > logins);
		await receivesMessages(account, what);
	}

	for (const [what, hex] of Object.entries(UNDECODABLE)) {
		it(`with ${what} reopen the connection`, async () => {
			const account = await linked();
			await reconnects(account, what, () => whatsApp.frame({ account, hex }));
		});
	}

	it('that are not encrypted reopen the connection', async () => {
		const account = await linked();
		await reconnects(account, 'bytes', () => whatsApp.frame({ account, hex: 'deadbeef', encrypted: false }));
	});

	it('that unpack without end reopen the connection', async () => {
		const account = await linked();
		const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024)).toString('hex');
		await reconnects(account, 'a bomb', () => whatsApp.frame({ account, hex: `02${bomb}` }));
		expect(gateway.client.output().stderr).toContain('Cannot create a Buffer larger than 33554432 bytes');
	});

	for (const [what, stanza] of Object.entries(UNHANDLED)) {
		it(`with ${what} are ignored`, async () => {
			const account = await linked();
			await whatsApp.stanza(account, stanza);
			await receivesMessages(account, what);
		});
	}

	it('are logged with their instance and counted', async () => {
		const lines = gateway.client
			.output()
			.stderr.split('\n')
			.filter((line) => line.includes('a frame from WhatsApp could not be handled'));
		expect(lines.length).toBeGreaterThan(Object.keys(UNDECODABLE).length);
		for (const line of lines) expect(instanceIds.some((id) => line.includes(id))).toBe(true);
		const metrics = await metricsOf(gateway.client);
		expect(metrics.get('gateway_network_faults_total{kind="frame"}')).toBe(lines.length);
	});
});
