import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBareClient, type BareClient } from '../support/whatsapp/bare-client.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { at, textAt } from '../support/json.ts';
import { trustWhatsApp } from '../support/whatsapp/trust.ts';
import { until } from '../support/until.ts';
import { startWhatsApp, type WhatsApp } from '../support/whatsapp/whatsapp.ts';
import type { MediaBehavior } from './media/media-behavior.ts';
import { encodeStanza } from './wire/stanza.ts';
import type { FileToSend } from './phone/outbox/to-send.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const ADA_JID = `${ADA}@s.whatsapp.net`;
const FILE = Buffer.alloc(1000, 'x');
/** Timeouts in milliseconds: of downloads that never end, and of all others. */
const FEW = 300;
const MANY = 60_000;
const NEVER_ENDS: readonly MediaBehavior['kind'][] = ['stall', 'trickle'];

describe('WhatsApp stand-in with hostile behavior', () => {
	let whatsApp: WhatsApp;
	let session: Awaited<ReturnType<typeof temporaryFolder>>;
	let client: BareClient;
	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		await trustWhatsApp(whatsApp);
		session = await temporaryFolder();
		client = startBareClient(whatsApp, session.folder);
		await client.pair(ACCOUNT);
	});
	afterAll(async () => {
		await client.kill();
		await whatsApp.close();
		await session.remove();
	});

	/** Delivers a file; returns its message. */
	async function arrives(more: Partial<FileToSend> = {}): Promise<Record<string, unknown>> {
		const file = { type: 'image' as const, mimeType: 'image/jpeg', base64: FILE.toString('base64'), ...more };
		return client.upserted(await whatsApp.send(ADA, ACCOUNT, { file }));
	}
	const pathOf = (message: unknown) => textAt(message, 'message.imageMessage.directPath');
	const downloaded = async (path: string, patience = MANY) => {
		const response = await fetch(`https://mmg.whatsapp.net${path}`, {
			redirect: 'manual',
			signal: AbortSignal.timeout(patience),
		});
		return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
	};

	it('sends any stanza and any bytes', async () => {
		const presence = { tag: 'presence', attrs: { from: ADA_JID, type: 'unavailable' } };
		expect(await whatsApp.stanza(ACCOUNT, presence)).toBe(true);
		await client.waitForEvent('presence.update', 'id', ADA_JID);
		const other = '4915122222223@s.whatsapp.net';
		const bytes = encodeStanza({ ...presence, attrs: { ...presence.attrs, from: other } });
		await whatsApp.frame({ account: ACCOUNT, base64: Buffer.from(bytes).toString('base64') });
		await client.waitForEvent('presence.update', 'id', other);
	});

	it.each<[MediaBehavior['kind'], Omit<MediaBehavior, 'kind'>, { status?: number; bytes?: number }]>([
		['status', { status: 410 }, { status: 410 }],
		['redirect', { location: 'https://attacker.tld/' }, { status: 302 }],
		['empty', {}, { status: 200, bytes: 0 }],
		['slow', { pause: 1 }, { status: 200 }],
		['too_large', { length: 5_000_000 }, { bytes: 5_000_000 }],
		['cut', { at: 0.3 }, {}],
		['stall', { at: 0.3 }, {}],
		['trickle', { at: 0.3 }, {}],
		['wrong_length', {}, {}],
	])('answers a download with %s', async (kind, more, expected) => {
		const path = pathOf(await arrives());
		await whatsApp.mediaBehaviors({ kind, path, times: 1, ...more });
		const outcome = downloaded(path, NEVER_ENDS.includes(kind) ? FEW : MANY);
		if (Object.keys(expected).length === 0) await expect(outcome).rejects.toThrow();
		else {
			const { status, bytes } = await outcome;
			expect({ status, bytes: bytes.length }).toMatchObject(expected);
		}
		await until('the download to end', async () => (await whatsApp.mediaRequests()).open === 0);
		expect((await downloaded(path)).bytes.length).toBeGreaterThan(FILE.length);
		expect((await whatsApp.mediaRequests()).requests).toContainEqual(
			expect.objectContaining({ method: 'GET', host: 'mmg.whatsapp.net', path }),
		);
	});

	it('sends false metadata of a file', async () => {
		const directPath = '.attacker.tld/r';
		const mediaKey = Buffer.alloc(32).toString('base64');
		const message = await arrives({ lies: { directPath, mediaKey, fileLength: 7, fileSha256: null } });
		expect(at(message, 'message.imageMessage')).toMatchObject({
			...{ directPath, mediaKey, fileLength: '7' },
		});
		expect(at(message, 'message.imageMessage')).not.toHaveProperty('fileSha256');
		expect((await fetch(`https://mmg.whatsapp.net${directPath}`)).status).toBe(404);
		expect((await whatsApp.mediaRequests()).requests.at(-1)).toMatchObject({
			...{ host: 'mmg.whatsapp.net.attacker.tld', path: '/r' },
		});
	});

	it('sends a message without content, which the phone sends on request', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'From an ad', absent: true });
		const isResent = () =>
			client.events
				.filter(({ event }) => event === 'messages.upsert')
				.flatMap(({ what }) => what.messages as unknown[])
				.some((one) => at(one, 'key.id') === id && at(one, 'message.conversation') === 'From an ad');
		await until('the resent message', isResent);
		expect((await whatsApp.log(ACCOUNT)).phoneRequests).toContainEqual({
			...{ account: ACCOUNT, id, what: 'message' },
		});
	});

	it('uploads a file again on request', async () => {
		const message = await arrives({ behavior: { kind: 'status', status: 404 } });
		expect((await downloaded(pathOf(message))).status).toBe(404);
		// The message came as JSON.
		const image = at(message, 'message.imageMessage') as { mediaKey: unknown };
		image.mediaKey = Buffer.from(textAt(image, 'mediaKey'), 'base64');
		const uploadedAgain = await client.call('updateMediaMessage', message);
		expect(pathOf(uploadedAgain)).not.toBe(pathOf(message));
		expect(await client.call('download', uploadedAgain)).toEqual(FILE);
		await whatsApp.mediaRetryRules({ answer: 'not_found' });
		await expect(client.call('updateMediaMessage', message)).rejects.toThrow('NOT_FOUND');
		await whatsApp.mediaRetryRules({ answer: 'error' });
		await expect(client.call('updateMediaMessage', message)).rejects.toThrow('re-upload');
		await whatsApp.mediaRetryRules();
	});

	it('encrypts the given bytes in place of a message', async () => {
		const plaintext = Buffer.from('0a03666f6f', 'hex').toString('base64');
		const message = await client.upserted(await whatsApp.send(ADA, ACCOUNT, { text: '', plaintext }));
		expect(at(message, 'message.conversation')).toBe('foo');
		const attrs = { notify: 'Eve', t: null };
		const stamped = await client.upserted(await whatsApp.send(ADA, ACCOUNT, { text: 'Hi', attrs }));
		expect(stamped).toMatchObject({ pushName: 'Eve', messageTimestamp: null });
	});

	it('records no violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
