import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { TOTP, URI } from 'otpauth';
import { arrived, webhook, written } from '../gateway/test/cloud-api-server/payloads.ts';
import { TOKEN } from '../gateway/test/cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../gateway/test/support/official/cloud-api.ts';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { API_KEY, sendText } from '../gateway/test/support/gateway.ts';
import {
	runGateway,
	startGatewayProcess,
	type GatewayProcess,
} from '../gateway/test/support/gateway-process.ts';
import {
	APP_SECRET,
	OFFICIAL,
	officialInstance,
	subscribe,
	VERIFY_TOKEN,
	whatsAppSettings,
} from '../gateway/test/support/official/official.ts';
import { openBrowser, PASSWORD } from '../gateway/test/support/owner.ts';
import { startReceiver, type Receiver } from '../gateway/test/support/servers/receiver.ts';
import { until } from '../gateway/test/support/until.ts';
import { tracesOf } from './secret-search.ts';

const TO = '4915112345678';
const GIVEN = 'a given secret of a webhook';
const OTHER_TOKEN = 'EAAG-another-access-token-that-meta-refuses';
const [WRONG_KEY, WRONG_PASSWORD] = [
	'mgw_a-key-that-never-existed-0123456789',
	'a wrong but private password',
];
const [FIRST_KEK, SECOND_KEK] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

describe('every secret that was used', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let meta: CloudApi;
	let gateway: GatewayProcess;
	let receiver: Receiver;
	let collector: Server;
	/** The content of every place where a secret could be found, by the place. */
	const places = new Map<string, Buffer>();
	/** The secrets by their kinds. */
	const secrets = new Map<string, string>();

	/** Stores the present content of the files, because a later checkpoint changes them. */
	const keepFiles = async (when: string) => {
		for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
			// The set-up link is there once, on purpose, for the gateway's account alone.
			if (!entry.isFile() || entry.name === 'setup-link.txt') continue;
			const file = path.join(entry.parentPath, entry.name);
			places.set(`${path.relative(folder, file)}, ${when}`, await readFile(file));
		}
	};
	const use = (what: string, secret: string): string => {
		secrets.set(what, secret);
		return secret;
	};

	beforeAll(async () => {
		({ folder, remove } = await temporaryFolder());
		meta = await startCloudApi();
		receiver = await startReceiver();
		const traces: Buffer[] = [];
		collector = createServer((request, response) => {
			request.on('data', (chunk: Buffer) => traces.push(chunk));
			request.on('end', () => response.end('{}'));
		});
		await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
		use('the key of GATEWAY_API_KEY', API_KEY);
		use('the encryption key', FIRST_KEK);
		use('the new encryption key', SECOND_KEK);
		use('the app secret of Meta', APP_SECRET);
		use('the verify token of Meta', VERIFY_TOKEN);
		gateway = await startGatewayProcess(folder, {
			...whatsAppSettings(meta),
			GATEWAY_ENCRYPTION_KEY: FIRST_KEK,
			GATEWAY_LOG_LEVEL: 'trace',
			GATEWAY_RETRY_SCHEDULE: '0s,100ms,100ms',
			OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
		});

		await signIn();
		await useWebhooks();
		await connectAndTalk();
		await failRequests();
		await runGateway(['encryption', 'rotate'], {
			GATEWAY_DATA_DIR: folder,
			GATEWAY_ENCRYPTION_KEY: FIRST_KEK,
			GATEWAY_ENCRYPTION_KEY_NEW: SECOND_KEK,
		});

		await keepFiles('while the gateway runs');
		await gateway.end('SIGTERM');
		await keepFiles('after it ended');
		const { stdout, stderr } = gateway.output();
		places.set('stdout', Buffer.from(stdout));
		places.set('stderr', Buffer.from(stderr));
		places.set('traces', Buffer.concat(traces));
	});
	afterAll(async () => {
		collector.close();
		await receiver.close();
		await meta.close();
		await remove();
	});

	/** The owner sets a password, signs in again, and makes a key. */
	const signIn = async () => {
		const token = use('the set-up token', /\/#\/setup\/(\S+)/.exec(gateway.setupLink ?? '')?.[1] ?? '');
		use('the password', PASSWORD);
		const browser = openBrowser(gateway);
		const set = await browser.post('/admin/v1/setup', { token, password: PASSWORD });
		expect(set).toMatchObject({ status: 201 });
		await browser.signIn();
		use('the first session cookie', browser.cookie().split('=')[1] ?? '');
		await browser.confirm();
		use('the session cookie', browser.cookie().split('=')[1] ?? '');
		use('the CSRF token', browser.csrfToken());
		const totp = await browser.post('/admin/v1/account/totp', {});
		use('the secret of an authenticator app', totp.text('data.secret'));
		const app = URI.parse(totp.text('data.url'));
		if (!(app instanceof TOTP)) throw new Error('The gateway gave no TOTP.');
		const codes = await browser.put('/admin/v1/account/totp', { code: app.generate() });
		use('a recovery code', codes.text('data.recoveryCodes.0'));
		const invited = await browser.post('/admin/v1/users', { name: 'Ada', role: 'viewer' });
		use('an invitation', invited.text('data.inviteUrl').split('/#/setup/')[1] ?? '');
		const key = await browser.post('/admin/v1/keys', { name: 'Shop' });
		const value = use('a key of the page', key.text('data.key'));
		const answer = await gateway.request('/v1/health', { headers: { authorization: `Bearer ${value}` } });
		expect(answer.status).toBe(200);
	};

	const useWebhooks = async () => {
		const body = { url: receiver.url, events: ['message.sent', 'message.received'] };
		const created = await gateway.post('/v1/webhooks', body);
		use('the previous secret of a webhook', created.text('data.secret'));
		const rotated = await gateway.post(`/v1/webhooks/${created.text('data.id')}/rotate-secret`);
		use('the secret of a webhook', rotated.text('data.secret'));
		use('a given secret', GIVEN);
		expect((await gateway.post('/v1/webhooks', { ...body, secret: GIVEN })).status).toBe(201);
	};

	/** Messages in both directions over the official API, with deliveries that succeed and fail. */
	const connectAndTalk = async () => {
		use('the access token of Meta', TOKEN);
		const id = await officialInstance(gateway, { webhookUrl: receiver.url });
		use("an instance's own secret", (await gateway.get(`/v1/instances/${id}`)).text('data.webhookSecret'));
		await subscribe(meta, gateway.url, id);
		receiver.answer((response) => response.writeHead(500).end('no'));
		await sendText(gateway, id, TO, 'Hello');
		await receiver.count(3);
		receiver.answer((response) => response.end());
		await meta.notify(webhook(arrived([written('wamid.one', 'text', { body: 'Hi' })])));
		await receiver.find('a received message', (one) => one.at('event') === 'message.received');
		await meta.fail({ on: 'number', times: 1, status: 500, code: 2 });
		const second = await gateway.post('/v1/instances', { name: 'Second' });
		use('an access token that Meta refuses', OTHER_TOKEN);
		const refused = await gateway.post(`/v1/instances/${second.text('data.id')}/connect`, {
			...OFFICIAL,
			accessToken: OTHER_TOKEN,
		});
		expect(refused.status).not.toBe(200);
		await meta.revoke(TOKEN);
		await sendText(gateway, id, TO, 'Hello again');
		await until('the token to be refused', async () => {
			const { status } = (await gateway.get(`/v1/instances/${id}`)).body as { status?: string };
			return status !== 'connected';
		});
	};

	/** Requests with secrets in the wrong place, and with wrong ones. */
	const failRequests = async () => {
		use('a wrong key', WRONG_KEY);
		use('a wrong password', WRONG_PASSWORD);
		const headers = { 'content-type': 'application/json' };
		const authorization = `Bearer ${API_KEY}`;
		await gateway.request('/v1/instances', { headers: { authorization: `Bearer ${WRONG_KEY}` } });
		await openBrowser(gateway).signIn(WRONG_PASSWORD);
		await gateway.get(`/v1/instances?apiKey=${API_KEY}&token=${TOKEN}`);
		await gateway.get(`/v1/webhooks/${GIVEN.replaceAll(' ', '%20')}`);
		await gateway.post('/v1/webhooks', { url: 'http://example.com', events: ['x'], secret: GIVEN });
		await gateway.post('/v1/instances', { name: 'x', accessToken: TOKEN });
		await gateway.request('/v1/webhooks', {
			method: 'POST',
			headers: { ...headers, authorization },
			body: `{"secret":"${GIVEN}"`,
		});
		await gateway.request('/hooks/cloud-api/inst_0?hub.mode=subscribe', {
			method: 'POST',
			headers,
			body: APP_SECRET,
		});
		await gateway.request(`/hooks/cloud-api/inst_0?hub.verify_token=${VERIFY_TOKEN}`, {});
	};

	it('was used', () => {
		expect(secrets.size).toBe(22);
		for (const [what, secret] of secrets) expect([what, secret.length > 7]).toEqual([what, true]);
		const text = [...places.keys()].join('\n');
		for (const place of ['gateway.db,', 'gateway.db-wal,', 'stderr', 'traces']) expect(text).toContain(place);
		for (const place of ['stderr', 'traces']) expect(places.get(place)?.length).toBeGreaterThan(1000);
	});

	it('is in no file of the data folder, no log and no trace, in any encoding', () => {
		const found = [...secrets].flatMap(([what, secret]) =>
			[...places].flatMap(([place, content]) =>
				tracesOf(secret, content).map((encoding) => `${what} is in ${place} as ${encoding}`),
			),
		);
		expect(found).toEqual([]);
	});
});
