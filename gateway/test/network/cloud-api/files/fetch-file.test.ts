import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { arrived, webhook, written } from '../../../cloud-api-server/payloads.ts';
import type { Failure } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import type { Client } from '../../../support/client.ts';
import { temporaryFolder } from '../../../support/data-folder.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { startGatewayProcess } from '../../../support/gateway-process.ts';
import { at } from '../../../support/json.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { mediaOf } from '../../../support/media.ts';
import {
	connectOfficial,
	officialInstance,
	subscribe,
	whatsAppSettings,
} from '../../../support/official/official.ts';
import { startReceiver, type Received, type Receiver } from '../../../support/servers/receiver.ts';
import { PNG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';

const ADA = '16505551234';
const GRACE = '16505551235';

/** Half of a file on a connection that stays open. */
const STALLED = {
	raw: `HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: ${PNG.length}\r\n\r\n${PNG.subarray(0, PNG.length / 2).toString('latin1')}`,
	open: true,
};

let counter = 0;
const wamid = (): string => `wamid.file${(counter += 1)}`;
const text = (from: string, body: string) => written(wamid(), 'text', { body }, { from });
const picture = async (meta: CloudApi, from: string, caption: string) => {
	const id = await meta.media('image/png', PNG);
	return {
		id,
		message: written(wamid(), 'image', { id, mime_type: 'image/png', sha256: 'x', caption }, { from }),
	};
};

interface Stored {
	messageId: string;
	content: string;
}

const historyOf = async (gateway: Client, instanceId: string) =>
	((await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`)).at('data') as Stored[]).reverse();

const mediaErrorAt = async (receiver: Receiver): Promise<unknown> => {
	const isOf = (one: Received) => one.at('event') === 'message.received' && one.at('data.content') === 'Look';
	return (await receiver.find('the event', isOf)).at('data.mediaError');
};

describe('files received through the Cloud API', () => {
	let meta: CloudApi;
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		meta = await startCloudApi();
	});
	afterAll(() => meta.close());
	beforeEach(async () => {
		clock = createManualClock();
		receiver = await startReceiver();
		gateway = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
		instanceId = await officialInstance(gateway, { webhookUrl: receiver.url });
		await subscribe(meta, gateway.url, instanceId);
	});
	afterEach(async () => {
		await gateway.close();
		await meta.recover();
		await receiver.close();
	});

	const notify = async (...messages: Record<string, unknown>[]): Promise<void> => {
		expect((await meta.notify(webhook(arrived(messages)))).status).toBe(200);
	};
	const contents = async () => (await historyOf(gateway, instanceId)).map(({ content }) => content);
	const recorded = (...expected: string[]) =>
		until(expected.join(', '), async () => (await contents()).join() === expected.join());
	/** Like `recorded`, while the clock advances. */
	const recordedInTime = (...expected: string[]) =>
		until(expected.join(', '), async () => {
			clock.advance(1000);
			return (await contents()).join() === expected.join();
		});
	const downloads = async (id: string) =>
		(await meta.requests('download')).filter(({ path }) => path.endsWith(id)).length;
	const downloaded = (id: string, times: number) =>
		until(`${times} downloads`, async () => (await downloads(id)) === times);
	const fail = (id: string, failure: Omit<Failure, 'on' | 'of'>) =>
		meta.fail({ on: 'download', of: id, ...failure });
	const fileOf = async (content: string): Promise<Buffer> => {
		const stored = (await historyOf(gateway, instanceId)).find((one) => one.content === content);
		return Buffer.from(await (await mediaOf(gateway, stored?.messageId ?? '')).arrayBuffer());
	};

	it('delay neither the webhook response nor messages of other senders', async () => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 1, ...STALLED });
		await notify(message, text(GRACE, 'Hello'));
		expect(await contents()).toEqual(['Hello']);
		await downloaded(id, 1);
		await recordedInTime('Hello', 'Look');
		expect((await fileOf('Look')).equals(PNG)).toBe(true);
		expect(await downloads(id)).toBe(2);
	});

	it('delay later messages of their own sender only', async () => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 1, ...STALLED });
		await notify(message);
		await notify(text(ADA, 'And?'), text(GRACE, 'Hello'));
		await notify(text(ADA, 'Well?'));
		expect(await contents()).toEqual(['Hello']);
		await recordedInTime('Hello', 'Look', 'And?', 'Well?');
		await notify(text(ADA, 'At once'));
		expect((await contents()).at(-1)).toBe('At once');
		const events = await until('the events', () => {
			const received = receiver.requests.filter((one) => one.at('event') === 'message.received');
			return received.length === 5 && received;
		});
		expect(events[0]?.at('data.content')).toBe('Hello');
	});

	it.each<[string, Omit<Failure, 'on' | 'times'>]>([
		['an internal error of Meta', { status: 500 }],
		['a rate limit', { status: 429 }],
		['a rate limit that Meta reports by its code', { status: 400, code: 80007 }],
		['a token that Meta does not know for a moment', { status: 401, code: 190 }],
		['a cut connection', { cut: true }],
		['a truncated file', { raw: STALLED.raw }],
		['a truncated file of unknown length', { raw: 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhalf' }],
		[
			'a compressed file',
			{ raw: 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nzipp' },
		],
		['two lengths', { raw: 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nhalf!' }],
		['endless headers', { raw: `HTTP/1.1 200 OK\r\n${'x-more: y\r\n'.repeat(20_000)}` }],
		['no HTTP at all', { raw: 'Hello\r\n\r\n' }],
	])('are downloaded again after %s', async (_what, failure) => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 2, ...failure });
		await notify(message);
		await recordedInTime('Look');
		expect((await fileOf('Look')).equals(PNG)).toBe(true);
		expect(await downloads(id)).toBe(3);
	});

	it('are abandoned after seven attempts: the message is recorded with a media error', async () => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 100, status: 503 });
		await notify(message);
		await notify(text(ADA, 'And?'));
		await recordedInTime('Look', 'And?');
		const mediaError = await mediaErrorAt(receiver);
		expect(at(mediaError, 'code')).toBe('media_download_failed');
		expect(at(mediaError, 'message')).toContain('Ask the sender to send it again');
		expect(await downloads(id)).toBe(7);
	});

	it('are downloaded after six failed attempts, also with a restart of the gateway between them', async () => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 6, status: 503 });
		await notify(message);
		await until('three failures', async () => {
			clock.advance(1000);
			return (await downloads(id)) >= 3;
		});
		gateway = await gateway.restart();
		await recordedInTime('Look');
		expect((await fileOf('Look')).equals(PNG)).toBe(true);
		expect(await downloads(id)).toBe(7);
	});

	it.each([
		['of a stranger', 'https://attacker.example/lookaside.fbsbx.com/file'],
		['without encryption', 'http://lookaside.fbsbx.com/file'],
		['of the local machine', 'https://127.0.0.1/file'],
		['of the local network', 'https://169.254.169.254/latest/meta-data'],
		['that resembles that of Meta', 'https://lookaside.fbsbx.com.attacker.example/file'],
		['with a password', 'https://lookaside.fbsbx.com:x@attacker.example/file'],
		['that is invalid', 'not an address'],
	])('are not requested from a URL %s', async (_what, url) => {
		const id = await meta.media('image/png', PNG, url);
		await notify(written(wamid(), 'image', { id, mime_type: 'image/png', caption: 'Look' }, { from: ADA }));
		await recorded('Look');
		expect(at(await mediaErrorAt(receiver), 'code')).toBe('media_download_failed');
	});

	it('are not downloaded through a redirect', async () => {
		const elsewhere = await startReceiver();
		const { id, message } = await picture(meta, ADA, 'Look');
		const raw = `HTTP/1.1 302 Found\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`;
		await fail(id, { times: 1, raw });
		await notify(message);
		await recorded('Look');
		expect(elsewhere.requests).toEqual([]);
		await elsewhere.close();
	});

	it('are downloaded once, however often Meta repeats the webhook', async () => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 1, ...STALLED });
		await notify(message, message);
		for (let time = 0; time < 3; time += 1) await notify(message);
		await downloaded(id, 1);
		await recordedInTime('Look');
		await notify(message);
		expect(await contents()).toEqual(['Look']);
		expect(await downloads(id)).toBe(2);
	});

	it('do not wait for the downloads of another sender', async () => {
		const many = await Promise.all(Array.from({ length: 50 }, () => picture(meta, ADA, 'Look')));
		for (const { id } of many) await fail(id, { times: 100, ...STALLED });
		await notify(...many.map(({ message }) => message));
		const { message } = await picture(meta, GRACE, 'Mine');
		await notify(message);
		await recorded('Mine');
	});

	it('are downloaded after a restart during the download, and later messages keep their order', async () => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 1, ...STALLED });
		await notify(message);
		await notify(text(ADA, 'And?'));
		await downloaded(id, 1);
		gateway = await gateway.restart();
		await recordedInTime('Look', 'And?');
		expect((await fileOf('Look')).equals(PNG)).toBe(true);
	});

	it('are downloaded with the next token when the token has expired', async () => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 1, status: 401, code: 190 });
		await meta.fail({ on: 'number', times: 1, status: 401, code: 190 });
		await notify(message);
		await until('the instance to be disconnected', async () => {
			const { body } = await gateway.get(`/v1/instances/${instanceId}/status`);
			return at(body, 'data.status') === 'disconnected';
		});
		expect(await contents()).toEqual([]);
		await connectOfficial(gateway, instanceId);
		await recordedInTime('Look');
		expect((await fileOf('Look')).equals(PNG)).toBe(true);
	});

	it('are downloaded after the instance reconnects', async () => {
		const { id, message } = await picture(meta, ADA, 'Look');
		await fail(id, { times: 1, ...STALLED });
		await notify(message);
		await downloaded(id, 1);
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		await connectOfficial(gateway, instanceId);
		await recordedInTime('Look');
		expect((await fileOf('Look')).equals(PNG)).toBe(true);
	});
});

it('a download that crashes the gateway three times is abandoned, and the message is published without its file', async () => {
	const { folder, remove } = await temporaryFolder();
	const meta = await startCloudApi();
	let gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
	const receiver = await startReceiver();
	const instanceId = await officialInstance(gateway, { webhookUrl: receiver.url });
	await subscribe(meta, gateway.url, instanceId);
	const { id, message } = await picture(meta, ADA, 'Look');
	await meta.fail({ on: 'download', of: id, times: 100, ...STALLED });
	expect((await meta.notify(webhook(arrived([message])))).status).toBe(200);
	const downloads = async () => (await meta.requests('download')).length;
	for (let crash = 1; crash <= 3; crash += 1) {
		await until('the download', async () => (await downloads()) === crash);
		await gateway.end('SIGKILL');
		gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
	}
	expect(at(await mediaErrorAt(receiver), 'message')).toContain('The gateway crashed several times');
	expect(await downloads()).toBe(3);
	await gateway.end('SIGTERM');
	await receiver.close();
	await meta.close();
	await remove();
});
