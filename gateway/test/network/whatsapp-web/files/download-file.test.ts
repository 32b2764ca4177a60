import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { JPEG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';
import type { MediaBehavior } from '../../../whatsapp-server/media/media-behavior.ts';
import type { FileLies } from '../../../whatsapp-server/media/file-lies.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const base64 = Buffer.from(JPEG).toString('base64');

describe('files received by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	let pid: number | undefined;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		({ pid } = gateway.client);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await gateway.linked(ACCOUNT);
	});
	beforeEach(async () => {
		await whatsApp.mediaBehaviors();
		await whatsApp.mediaRetryRules();
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const arrived = (content: string) => receiver.find(content, ({ at }) => at('data.content') === content);

	async function picture(from: string, caption: string, lies?: FileLies): Promise<void> {
		const file = { type: 'image' as const, mimeType: 'image/jpeg', base64, caption };
		await whatsApp.send(from, ACCOUNT, { file: lies === undefined ? file : { ...file, lies } });
	}

	/** Expects the message without its file and with a media error, and a working gateway. */
	async function expectWithoutFile(caption: string, code = 'media_download_failed'): Promise<void> {
		const { at } = await arrived(caption);
		expect(at('data.type')).toBe('image');
		expect(at('data.mediaError.code')).toBe(code);
		expect(at('data.mediaError.message')).toMatch(/Ask the sender/);
		await whatsApp.send(BOB, ACCOUNT, { text: `After ${caption}` });
		await arrived(`After ${caption}`);
		expect(gateway.client.pid).toBe(pid);
		await until('all to be acknowledged', async () => (await whatsApp.stats()).accounts[0]?.pending === 0);
	}

	const FALSE_METADATA: Readonly<Record<string, FileLies>> = {
		'a key that does not fit': { mediaKey: Buffer.alloc(32, 7).toString('base64') },
		'a key of one byte': { mediaKey: Buffer.alloc(1).toString('base64') },
		'a path that makes another host': { directPath: '.attacker.tld/r' },
		'a path with credentials': { directPath: '@127.0.0.1:80/r' },
		'a path with two slashes': { directPath: '//127.0.0.1:80/r' },
		'a path with a line break': { directPath: '/v/a\r\nHost: 127.0.0.1' },
		'a path of a megabyte': { directPath: `/v/${'a'.repeat(1_000_000)}` },
	};
	for (const [what, lies] of Object.entries(FALSE_METADATA)) {
		it(`are omitted with ${what}`, async () => {
			await picture(ADA, `With ${what}`, lies);
			await expectWithoutFile(`With ${what}`);
		});
	}

	it('are omitted when they claim to be too large', async () => {
		await picture(ADA, 'A terabyte', { fileLength: 1e12 });
		await expectWithoutFile('A terabyte', 'media_too_large');
	});

	const BEHAVIORS: Readonly<Record<string, MediaBehavior>> = {
		empty: { kind: 'empty' },
		'something else': { kind: 'garbage' },
	};
	for (const [what, behavior] of Object.entries(BEHAVIORS)) {
		it(`are omitted when their download is ${what}`, async () => {
			await whatsApp.mediaBehaviors(behavior);
			await picture(ADA, `A file that is ${what}`);
			await expectWithoutFile(`A file that is ${what}`);
		});
	}

	it('are cut off at the byte that exceeds the limit', async () => {
		await whatsApp.mediaBehaviors({ kind: 'too_large' });
		await picture(ADA, 'Larger than it said');
		await expectWithoutFile('Larger than it said', 'media_too_large');
		await until('the download to end', async () => (await whatsApp.mediaRequests()).open === 0);
	});

	it('are downloaded again after a cut download', async () => {
		await whatsApp.mediaBehaviors({ path: 'next', kind: 'cut', at: 0.9 });
		await picture(ADA, 'Cut once');
		expect((await arrived('Cut once')).at('data.mediaError')).toBeUndefined();
	});

	it('are uploaded again by the phone when WhatsApp no longer has them', async () => {
		await whatsApp.mediaBehaviors({ path: 'next', kind: 'status', status: 404 });
		await picture(ADA, 'Gone, and uploaded again');
		expect((await arrived('Gone, and uploaded again')).at('data.mediaError')).toBeUndefined();
		expect((await whatsApp.log(ACCOUNT)).phoneRequests).toHaveLength(1);
	});

	it('are omitted when the phone does not have them either', async () => {
		await whatsApp.mediaBehaviors({ kind: 'status', status: 410 });
		await whatsApp.mediaRetryRules({ answer: 'not_found' });
		await picture(ADA, 'Gone for good');
		await expectWithoutFile('Gone for good');
	});

	it('do not hold up other senders while their downloads stall', async () => {
		await whatsApp.mediaBehaviors({ kind: 'stall', at: 0.3 });
		for (let index = 0; index < 300; index += 1) await picture(ADA, `Stalled ${index}`);
		await until('a stalled download', async () => (await whatsApp.mediaRequests()).open === 1);
		await whatsApp.mediaBehaviors();
		await picture(BOB, 'A picture of somebody else');
		await whatsApp.send(BOB, ACCOUNT, { text: 'A text of somebody else' });
		await arrived('A picture of somebody else');
		await arrived('A text of somebody else');
		expect(receiver.requests.filter(({ at }) => String(at('data.content')).startsWith('Stalled'))).toEqual(
			[],
		);
		expect(gateway.client.pid).toBe(pid);
	});

	it('are requested from the media host of WhatsApp only', async () => {
		const { requests, address } = await whatsApp.mediaRequests();
		expect(requests.length).toBeGreaterThan(0);
		expect(address).toMatch(/^127/);
		expect(new Set(requests.map(({ host }) => host))).toEqual(new Set(['mmg.whatsapp.net']));
	});
});

describe('history sync', () => {
	it('retries a cut download on the next connection', async () => {
		const whatsApp = await startWhatsApp();
		const gateway = await startWhatsAppGateway(whatsApp);
		try {
			const { pid } = gateway.client;
			const instanceId = await gateway.linked(ACCOUNT);
			const contents = async (): Promise<unknown> =>
				(await gateway.client.get(`/v1/messages?instanceId=${instanceId}`)).at('data.0.content');
			await whatsApp.mediaBehaviors({ kind: 'cut', at: 0.5, times: 2 });
			await whatsApp.history(ACCOUNT, [{ phone: ADA, messages: [{ text: 'Long ago', at: 1_700_000_000 }] }]);
			await until('the downloads', async () => (await whatsApp.mediaRequests()).requests.length >= 2);
			await until('the failure', () =>
				gateway.client.output().stderr.includes('a message from WhatsApp could not be recorded'),
			);
			expect(await contents()).toBeUndefined();
			await whatsApp.end(ACCOUNT, 'drop');
			await until('the history', async () => (await contents()) === 'Long ago');
			expect(gateway.client.pid).toBe(pid);
		} finally {
			await gateway.close();
			await whatsApp.close();
		}
	});
});

describe('a picture followed by a text', () => {
	it('keeps its place, however long its download takes', async () => {
		const whatsApp = await startWhatsApp();
		const gateway = await startWhatsAppGateway(whatsApp);
		const receiver = await startReceiver();
		try {
			await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
			await gateway.linked(ACCOUNT);
			await whatsApp.mediaBehaviors({ path: 'next', kind: 'slow', pause: 100 });
			const file = { type: 'image' as const, mimeType: 'image/jpeg', base64, caption: 'The picture' };
			await whatsApp.send(ADA, ACCOUNT, { file });
			await whatsApp.send(ADA, ACCOUNT, { text: 'The text after it' });
			await whatsApp.send(BOB, ACCOUNT, { text: 'Somebody else' });
			const events = await receiver.count(3);
			expect(events.map(({ at }) => at('data.content'))).toEqual([
				'Somebody else',
				'The picture',
				'The text after it',
			]);
		} finally {
			await gateway.close();
			await receiver.close();
			await whatsApp.close();
		}
	});
});
