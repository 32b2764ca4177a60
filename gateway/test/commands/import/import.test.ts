import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EVOLUTION_EVENTS } from '../../../src/commands/import/evolution-api.ts';
import { WAHA_EVENTS } from '../../../src/commands/import/waha.ts';
import { at } from '../../support/json.ts';
import { runGateway, type Finished } from '../../support/gateway-process.ts';
import { API_KEY, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const EXPORTS = path.join(import.meta.dirname, 'exports');
const INSTANCES = path.join(EXPORTS, 'evolution-instances.json');
const WEBHOOKS = path.join(EXPORTS, 'evolution-webhooks.json');
const SESSIONS = path.join(EXPORTS, 'waha-sessions.json');

const DOCS = path.join(import.meta.dirname, '../../../../docs');
const EVOLUTION_GUIDE = readFileSync(path.join(DOCS, 'moving-from-evolution-api.md'), 'utf8');
const WAHA_GUIDE = readFileSync(path.join(DOCS, 'moving-from-waha.md'), 'utf8');
const INTERFACE = JSON.parse(
	readFileSync(path.join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, unknown>> };

describe.each([
	['Evolution API', EVOLUTION_GUIDE, EVOLUTION_EVENTS],
	['WAHA', WAHA_GUIDE, WAHA_EVENTS],
])('the guide for %s', (_name, guide, events) => {
	it.each(Object.entries(events))('maps the event %s', (event, kinds) => {
		const row = guide.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${event}\``)) ?? '';
		const [, , ours = ''] = row.split('|');
		expect(ours.match(/(?<=`)[a-z]+\.[a-z_]+(?=`)/g) ?? ['no counterpart']).toEqual(
			kinds.length === 0 ? ['no counterpart'] : kinds,
		);
	});

	it('names requests that exist', () => {
		const requests = [...guide.matchAll(/(GET|POST|PUT|PATCH|DELETE) (\/v1\/[^\s`?]+)/g)];
		expect(requests.length).toBeGreaterThan(30);
		const missing = requests.filter(
			([, method = '', route = '']) => INTERFACE.paths[route]?.[method.toLowerCase()] === undefined,
		);
		expect(missing.map(([request]) => request)).toEqual([]);
	});
});

describe('messaging-gateway import', () => {
	let gateway: TestGateway;
	beforeEach(async () => {
		gateway = await startTestGateway({ environment: { GATEWAY_ALLOW_PRIVATE_NETWORKS: '' } });
	});
	afterEach(() => gateway.close());

	const importFrom = (...args: string[]): Promise<Finished> =>
		runGateway(['import', ...args, '--gateway', gateway.url], { GATEWAY_API_KEY: API_KEY });

	const listed = async (what: string): Promise<Record<string, unknown>[]> =>
		(await gateway.get(`/v1/${what}`)).at('data') as Record<string, unknown>[];

	/** Saves what another gateway could have answered; returns the file. */
	async function saved(content: string): Promise<string> {
		const file = path.join(gateway.folder, 'export.json');
		await writeFile(file, content);
		return file;
	}

	it('creates the instances and webhooks of Evolution API', async () => {
		const { code, stdout, stderr } = await importFrom('evolution-api', WEBHOOKS, INSTANCES);
		expect([code, stderr]).toEqual([0, '']);
		const [support, shop] = await listed('instances');
		expect(support).toMatchObject({ name: 'support', status: 'disconnected' });
		expect(shop).toMatchObject({
			name: 'shop',
			settings: {
				autoRead: true,
				rejectCalls: true,
				proxyUrl: 'http://ana:p%40ss%2Fword@proxy.example.com:3128',
			},
		});
		expect(await listed('webhooks')).toMatchObject([
			{
				url: 'https://n8n.example.com/webhook/3f9a',
				instanceId: shop?.id,
				events: [
					'instance.qr_updated',
					'message.received',
					'message.echo',
					'message.reaction',
					'message.sent',
					'message.delivered',
					'message.read',
					'message.failed',
					'poll.voted',
					'instance.connected',
					'instance.disconnected',
				],
			},
		]);
		for (const text of [
			'shop (5511987654321)',
			`instance ${String(shop?.id)} created`,
			'Events without a counterpart: CHATS_UPSERT.',
			'one address for each event',
			'GET /v1/messages/{messageId}/media',
			'headers of its own',
			'Groups were ignored',
			'The text sent to callers',
			'Rabbitmq has no counterpart.',
			'connect it with method official',
			'scan the QR code',
		]) {
			expect(stdout).toContain(text);
		}
	});

	it('creates the sessions of WAHA with all their webhooks and keys, and says what was refused', async () => {
		const { code, stdout } = await importFrom('waha', SESSIONS);
		expect(code).toBe(1);
		expect(stdout).toContain('webhook for http://192.168.0.7/… not created:');
		expect(stdout).toContain('(invalid_webhook_url)');
		expect(stdout).toContain('https://labels.example.com: no event has a counterpart');
		const instances = await listed('instances');
		expect(instances.map(({ name }) => name)).toEqual(['second', 'default']);
		const webhooks = await listed('webhooks');
		expect(webhooks).toMatchObject([
			{ url: 'https://crm.example.com/', events: ['*'] },
			{ url: 'https://n8n.example.com/webhook/3f9a', instanceId: instances[1]?.id },
		]);
		const [, kept] = webhooks;
		expect((await gateway.get(`/v1/webhooks/${String(kept?.id)}`)).at('data.secret')).toBe('your-secret-key');
	});

	it('prints no secret, and no path of a webhook', async () => {
		const outputs = [
			await importFrom('evolution-api', INSTANCES, WEBHOOKS),
			await importFrom('waha', SESSIONS, '--dry-run'),
			await importFrom('waha', SESSIONS),
		].map(({ stdout, stderr }) => stdout + stderr);
		for (const secret of ['your-secret-key', 'p@ss', 'p%40ss', '3f9a', 'EAAGtoken', '4E7A1B9C', 'Bearer']) {
			expect(outputs.join()).not.toContain(secret);
		}
	});

	it.each([
		['evolution-api', [INSTANCES, WEBHOOKS], 2, 1],
		['waha', [SESSIONS], 2, 2],
	])('creates nothing twice from %s', async (source, files, instances, webhooks) => {
		await importFrom(source, ...files);
		const { stdout } = await importFrom(source, ...files);
		expect(stdout).toContain('is there already');
		expect(stdout).not.toMatch(/(inst|wh)_.* created/);
		expect(await listed('instances')).toHaveLength(instances);
		expect(await listed('webhooks')).toHaveLength(webhooks);
	});

	it('continues with a webhook that a first run could not create', async () => {
		await importFrom('waha', SESSIONS);
		gateway = await gateway.restart({ GATEWAY_ALLOW_PRIVATE_NETWORKS: '192.168.0.7/32' });
		const { code, stdout } = await importFrom('waha', SESSIONS);
		expect([code, stdout]).toEqual([
			0,
			expect.stringMatching(/webhook wh_\w+ for http:\/\/192.168.0.7\/… created/),
		]);
	});

	it('needs no other scopes than the documents name', async () => {
		const scopes = /The key needs ([^;]*?), or full access/.exec(EVOLUTION_GUIDE)?.[1] ?? '';
		const names = scopes.match(/[a-z]+:[a-z]+/g) ?? [];
		expect(WAHA_GUIDE).toContain(`The key needs ${scopes}, or full access`);
		const made = await runGateway(['keys', 'create', '--name', 'Import', '--scopes', names.join(',')], {
			GATEWAY_DATA_DIR: gateway.folder,
		});
		const key = /^mgw_\S+$/m.exec(made.stdout)?.[0] ?? '';
		const { code, stderr } = await importFrom('evolution-api', INSTANCES, WEBHOOKS, '--key', key);
		expect([code, stderr]).toEqual([0, '']);
	});

	it('creates nothing in a dry run, which needs neither key nor gateway', async () => {
		const { code, stdout } = await runGateway(
			['import', 'waha', SESSIONS, '--dry-run', '--gateway', 'http://127.0.0.1:1'],
			{},
		);
		expect(code).toBe(0);
		expect(stdout).toContain('webhook for https://n8n.example.com/…: message.received');
		expect(stdout).toContain('Dry run: nothing was created.');
	});

	it.each([
		['evolution-api', '[{"name": "x", "status": "WORKING"}]', 'not what Evolution API answers'],
		[
			'evolution-api',
			'[{"instance": {"instanceName": "x", "status": "open"}}]',
			'version 1 of Evolution API',
		],
		['evolution-api', '{"status": 401, "error": "Unauthorized", "response": {}}', '401 Unauthorized'],
		['evolution-api', '[null]', 'not what Evolution API answers'],
		['waha', '[{"name": "x", "connectionStatus": "open"}]', 'not what WAHA answers'],
		['waha', '[]', 'not what WAHA answers'],
		['waha', '{"message": "Unauthorized", "statusCode": 401}', '401 Unauthorized'],
		['waha', '<html>', 'a page, not JSON'],
		['waha', '', 'no JSON'],
	])('says in one sentence what is wrong with an export of %s: %s', async (source, content, expected) => {
		const { code, stdout, stderr } = await importFrom(source, await saved(content));
		expect([code, stdout]).toEqual([1, '']);
		expect(stderr).toContain(expected);
		expect(stderr.trim().split('\n')).toHaveLength(1);
	});

	it('says which file does not exist, and which address or key is wrong', async () => {
		const missing = await importFrom('waha', 'no-such-file.json');
		expect(missing.stderr).toContain('The file no-such-file.json does not exist.');
		const nowhere = await runGateway(
			['import', 'waha', SESSIONS, '--gateway', 'http://127.0.0.1:1', '--key', 'k'],
			{},
		);
		expect([nowhere.code, nowhere.stderr]).toEqual([
			1,
			expect.stringContaining('does not answer at http://127.0.0.1:1'),
		]);
		const stranger = await runGateway(
			['import', 'waha', SESSIONS, '--gateway', gateway.url, '--key', 'wrong'],
			{},
		);
		expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining('(invalid_api_key)')]);
		expect(at(await listed('instances'), 'length')).toBe(0);
	});

	it.each([
		[[], 'Say from where'],
		[['telegram', SESSIONS], 'Say from where'],
		[['waha'], 'Say which file'],
		[['waha', SESSIONS, '--force'], '--force'],
		[['waha', SESSIONS, '--gateway', 'gateway'], '--gateway is "gateway"'],
		[['waha', SESSIONS], 'Give an API key'],
	])('shows the usage for %j', async (args, expected) => {
		const { code, stderr } = await runGateway(['import', ...args], {});
		expect(code).toBe(1);
		expect(stderr).toContain(expected);
		expect(stderr).toContain('Usage:');
	});
});
