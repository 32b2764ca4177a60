import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runSql } from '../../../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const ADA = '4915112345678';
const CHAT = `${ADA}@s.whatsapp.net`;

const clock = createManualClock(Date.now());
let gateway: TestGateway;
let instanceId: string;

beforeAll(async () => {
	gateway = await startTestGateway({ clock });
	instanceId = await connectedInstance(gateway);
	await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ADA, content: 'Hi' });
});

afterAll(() => gateway.close());

const post = (path: string, key: string, body: object, client = gateway) =>
	client.request(path, {
		method: 'POST',
		headers: { ...gateway.headers, 'idempotency-key': key },
		body: JSON.stringify(body),
	});

/** The objects that can be created: route, body with a name, and table. */
const CREATIONS = [
	{
		what: 'instance',
		path: () => '/v1/instances',
		body: (name: string) => ({
			name,
			webhookUrl: 'http://127.0.0.1:9/',
			settings: { proxyUrl: 'http://ada:a-proxy-password@127.0.0.1:9' },
		}),
		named: (name: string) => `instances where name = '${name}'`,
		id: 'id',
		code: 'instance_not_found',
		remove: (id: string) => `/v1/instances/${id}`,
	},
	{
		what: 'webhook',
		path: () => '/v1/webhooks',
		body: (name: string) => ({ name, url: 'http://127.0.0.1:9/', events: ['message.read'] }),
		named: (name: string) => `webhooks where name = '${name}'`,
		id: 'id',
		code: 'webhook_not_found',
		remove: (id: string) => `/v1/webhooks/${id}`,
	},
	{
		what: 'note',
		path: () => `/v1/chats/${CHAT}/notes`,
		body: (text: string) => ({ instanceId, text }),
		named: (name: string) => `chat_notes where text = '${name}'`,
		id: 'noteId',
		code: 'note_not_found',
		remove: (id: string) => `/v1/chats/${CHAT}/notes/${id}?instanceId=${instanceId}`,
	},
];

const count = async (rows: string, client = gateway): Promise<number> =>
	Number((await runSql(client.folder, `select count(*) as n from ${rows}`))[0]?.n);

describe.each(CREATIONS)('a request with an Idempotency-Key that creates a $what', (creation) => {
	const { what, path, body, named, id, code, remove } = creation;
	const create = (key: string, name: string) => post(path(), `${what} ${key}`, body(name));

	it('gets the first response again and creates nothing more', async () => {
		const first = await create('1', 'Once');
		const second = await create('1', 'Once');

		expect([first.status, second.status]).toEqual([201, 201]);
		expect(second.body).toEqual(first.body);
		expect(first.headers.get('idempotency-replayed')).toBeNull();
		expect(second.headers.get('idempotency-replayed')).toBe('true');
		expect(await count(named('Once'))).toBe(1);
	});

	it('creates one when it comes several times at once, and gives all the same answer', async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => create('2', 'At once')));

		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
		expect(new Set(answers.map((answer) => answer.at(`data.${id}`))).size).toBe(1);
		expect(await count(named('At once'))).toBe(1);
	});

	it('is refused with another body, and as another kind of request', async () => {
		await create('3', 'This');
		const others = [
			await create('3', 'That'),
			await post('/v1/messages/send', `${what} 3`, { instanceId, to: ADA, message: 'This' }),
		];

		const codes = others.map((answer) => [answer.status, answer.at('error.code')]);
		expect(codes).toEqual([
			[422, 'idempotency_key_reused'],
			[422, 'idempotency_key_reused'],
		]);
		expect(await count(named('That'))).toBe(0);
	});

	it('can be repeated after a refusal', async () => {
		const refused = await post(path(), `${what} 4`, { ...body('Right'), unknown: true });
		expect(refused.status).toBe(400);
		expect((await create('4', 'Right')).status).toBe(201);
	});

	it('says so when what it created was deleted since', async () => {
		const first = await create('5', 'Deleted');
		expect((await gateway.delete(remove(first.text(`data.${id}`)))).status).toBe(200);

		const second = await create('5', 'Deleted');

		expect([second.status, second.at('error.code')]).toEqual([404, code]);
		expect(second.at('error.message')).toMatch('was deleted since');
		expect(await count(named('Deleted'))).toBe(0);
	});

	it('creates another one after 24 hours', async () => {
		const first = await create('6', 'Daily');
		clock.advance(24 * 3_600_000 + 1);
		const second = await create('6', 'Daily');

		expect(second.status).toBe(201);
		expect(second.at(`data.${id}`)).not.toBe(first.at(`data.${id}`));
	});

	it('stores neither secrets of the response nor what a secret of the request can be guessed from', async () => {
		const answer = await create('7', 'Secret');
		const [row] = await runSql(
			gateway.folder,
			`select request_hash, response from idempotency_keys where key = '${what} 7'`,
		);
		expect(row).toEqual({
			request_hash: 'sealed',
			response: JSON.stringify({ created: { id: answer.at(`data.${id}`), hash: '…' } }).replace(
				'"…"',
				() => /"v1\.[^"]+"/.exec(String(row?.response))?.[0] ?? '',
			),
		});
	});
});

it('takes a repeated request at the limit of the plan for the first one', async () => {
	const small = await startTestGateway({ environment: { GATEWAY_PLAN: 'free' } });
	const first = await post('/v1/instances', 'limit', { name: 'Shop' }, small);
	const second = await post('/v1/instances', 'limit', { name: 'Shop' }, small);
	await small.close();
	expect([first.status, second.status]).toEqual([201, 201]);
});

it('answers a repeated request after a restart, and takes it for no message in the ledger', async () => {
	const body = { url: 'http://127.0.0.1:9/', events: ['message.read'] };
	const first = await post('/v1/webhooks', 'restart', body);
	gateway = await gateway.restart();
	const second = await post('/v1/webhooks', 'restart', body);

	expect(second.body).toEqual(first.body);
	const { body: ledger } = await gateway.get('/v1/ledger?recount=true');
	expect(JSON.stringify(ledger)).not.toContain('accepted_without_message');
});
