import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { EventEmitter } from 'node:events';
import { limitAppStateQueries } from '../../../../src/network/whatsapp-web/baileys/limit-app-state-queries.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const QUERY = 'w:sync:app:state sync';

describe('app state sync that WhatsApp answers with nothing', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	it('is retried a limited number of times and does not hold up messages', async () => {
		await whatsApp.queryRules({ query: 'w:sync:app:state', empty: true });
		const { client } = gateway;
		const id = (await client.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const shown = await client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		await whatsApp.scan(ACCOUNT, scannedText(shown.text('qrCode')) ?? '', {
			history: [{ phone: ADA, name: 'Ada', messages: [{ text: 'Of old', at: 1_700_000_000 }] }],
		});
		await gateway.has(id, 'connected');
		const queryCount = async () => (await whatsApp.log()).queries[QUERY] ?? 0;
		await until('the first query', async () => (await queryCount()) > 0);
		const contents = async () => {
			const page = await client.get(`/v1/messages?instanceId=${id}`);
			return (page.at('data') as { content: string }[]).map(({ content }) => content);
		};
		for (const text of ['One', 'Two', 'Three']) {
			await whatsApp.send(ADA, ACCOUNT, { text });
			await until(text, async () => (await contents()).includes(text));
		}
		await until('the history', async () => (await contents()).includes('Of old'));
		expect(await queryCount()).toBeLessThan(100);
	});
});

describe('app state that cannot be read', () => {
	/** Number of changes by another device of the account. */
	const CHANGES = 60;
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	it('is not queried for each change', async () => {
		const patch = proto.SyncdPatch.encode({
			version: { version: 5 },
			mutations: [
				{
					operation: proto.SyncdMutation.SyncdOperation.SET,
					record: {
						index: { blob: Buffer.alloc(32) },
						value: { blob: Buffer.alloc(96) },
						keyId: { id: Buffer.from('no such key') },
					},
				},
			],
			patchMac: Buffer.alloc(32),
			snapshotMac: Buffer.alloc(32),
			keyId: { id: Buffer.from('no such key') },
		}).finish();
		await whatsApp.appStatePatch('regular', Buffer.from(patch).toString('base64'));
		const clock = createManualClock();
		device = await createDeviceUnderTest(whatsApp, { clock });
		await device.linkTo(ACCOUNT);
		const queryCount = async () => (await whatsApp.log()).queries[QUERY] ?? 0;
		await until('the first query', async () => (await queryCount()) > 0);

		async function change(number: number): Promise<void> {
			const id = `CHANGE${number}`;
			await whatsApp.stanza(ACCOUNT, {
				tag: 'notification',
				attrs: { id, from: `${ACCOUNT}@s.whatsapp.net`, type: 'server_sync', t: '1700000000' },
				content: [{ tag: 'collection', attrs: { name: 'regular', version: String(number) } }],
			});
			await until('the acknowledgement', async () =>
				(await whatsApp.log(ACCOUNT)).acks.some((one) => one.id === id),
			);
		}
		for (let number = 1; number <= CHANGES; number += 1) await change(number);
		const atOnce = await queryCount();
		expect(atOnce).toBeLessThan(10);
	});

	it('is queried a few times a day, and again at once when a key arrives', async () => {
		const clock = createManualClock();
		const ignore = (): void => undefined;
		const ws = new EventEmitter();
		const { keys, watch } = limitAppStateQueries(
			{ get: () => Promise.resolve({}), set: () => undefined },
			{
				clock,
				log: { debug: ignore, info: ignore, warn: ignore, error: ignore } as never,
				instanceId: 'inst_test',
			},
		);
		watch({ ws } as never);
		const patches = { tag: 'patches', attrs: {} };
		const collection = { tag: 'collection', attrs: { name: 'regular' }, content: [patches] };
		/** Queries the collection as Baileys does; returns whether it could. */
		const query = async (): Promise<boolean> => {
			try {
				await keys.get('app-state-sync-version', ['regular']);
			} catch {
				return false;
			}
			ws.emit('CB:iq,type:result,sync', { content: [{ tag: 'sync', content: [collection] }] });
			return true;
		};
		let count = 0;
		for (let number = 0; number < 1000; number += 1) {
			if (await query()) count += 1;
			clock.advance(86_400);
		}
		expect(count).toBeGreaterThan(4);
		expect(count).toBeLessThan(30);
		await keys.set({ 'app-state-sync-key': {} });
		expect(await query()).toBe(true);
	});
});
