import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, type Answer } from '../../support/client.ts';
import { runGateway } from '../../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { until } from '../../support/until.ts';

const UNKNOWN_INSTANCE = 'inst_00000000000000000000000000';

/** The value of one field in each item of a list. */
const valuesOf = (answer: Answer, field: string): unknown[] =>
	(answer.at('data') as unknown[]).map((item) => at(item, field));

describe('contacts', () => {
	let gateway: TestGateway;
	let instanceId: string;

	const connectNewInstance = async () => {
		instanceId = await connectedInstance(gateway);
	};
	beforeAll(async () => {
		gateway = await startTestGateway();
		await connectNewInstance();
	});
	afterAll(() => gateway.close());

	const list = (query: Record<string, string> = {}, instance = instanceId) =>
		gateway.get(`/v1/contacts?${new URLSearchParams({ instanceId: instance, ...query }).toString()}`);
	const receiveMessage = (from: string, contactName?: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, contactName, content: 'Hello' });
	const block = (phone: string, blocked: boolean) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/contacts/${phone}/block`, { blocked });
	const findInList = async (phone: string) => (await list({ search: phone })).at('data.0');

	describe('GET /v1/contacts', () => {
		beforeEach(connectNewInstance);

		it('returns the address book of the phone by name as soon as the instance is connected', async () => {
			const answer = await list();
			expect(answer.status).toBe(200);
			expect(answer.at('pagination')).toEqual({ total: 25, limit: 100, offset: 0 });
			for (const contact of answer.at('data') as unknown[]) {
				expect(contact).toEqual({
					id: expect.stringMatching(/^999\d{9}@s\.whatsapp\.net$/),
					phone: expect.stringMatching(/^999\d{9}$/),
					username: null,
					name: expect.stringMatching(/^\S+ \S+/),
					profilePicUrl:
						at(contact, 'profilePicUrl') === null ? null : expect.stringMatching(/^https:\/\/\S+$/),
					about: at(contact, 'about') === null ? null : expect.stringMatching(/./),
					isBlocked: false,
				});
			}
			const names = valuesOf(answer, 'name').map((name) => String(name).toLowerCase());
			expect(names).toEqual([...names].sort());
		});

		it('returns pages that follow each other', async () => {
			const all = valuesOf(await list(), 'phone');
			const pages: unknown[] = [];
			for (let offset = 0; offset < 25; offset += 10) {
				const page = await list({ limit: '10', offset: String(offset) });
				expect(page.at('pagination')).toEqual({ total: 25, limit: 10, offset });
				pages.push(...valuesOf(page, 'phone'));
			}
			expect(pages).toEqual(all);
			expect((await list({ offset: '25' })).at('data')).toEqual([]);
			expect(valuesOf(await list({ limit: '500' }), 'phone')).toEqual(all);
		});

		it('orders contacts of the same name by number', async () => {
			await receiveMessage('4915155555552', 'aaa');
			await receiveMessage('4915155555551', 'AAA');
			expect(valuesOf(await list({ limit: '2' }), 'phone')).toEqual(['4915155555551', '4915155555552']);
		});

		it('finds contacts by a part of the name in any case, non-ASCII letters included', async () => {
			await receiveMessage('4915155555551', 'ÇAĞLA Öztürk');
			expect(valuesOf(await list({ search: 'çağla öz' }), 'phone')).toEqual(['4915155555551']);
			expect(valuesOf(await list({ search: 'ÖZTÜRK' }), 'phone')).toEqual(['4915155555551']);
			const none = await list({ search: 'no such name' });
			expect([none.at('data'), none.at('pagination.total')]).toEqual([[], 0]);
		});

		it('finds contacts by a part of the number, ignoring spaces and dashes', async () => {
			await receiveMessage('4915155555551', 'Ana');
			expect(valuesOf(await list({ search: '15155555' }), 'phone')).toEqual(['4915155555551']);
			expect(valuesOf(await list({ search: '+49 151 5555-5551' }), 'phone')).toEqual(['4915155555551']);
		});

		it('pages through what a search finds, with its total on each page', async () => {
			for (const [index, name] of ['Öz C', 'Öz A', 'Öz B'].entries()) {
				await receiveMessage(`491515555555${index}`, name);
			}
			const names: unknown[] = [];
			for (const offset of ['0', '2', '4']) {
				const page = await list({ search: 'öz', limit: '2', offset });
				expect(page.at('pagination.total')).toBe(3);
				names.push(valuesOf(page, 'name'));
			}
			expect(names).toEqual([['Öz A', 'Öz B'], ['Öz C'], []]);
		});

		it('takes wildcard and quote characters of a search literally', async () => {
			await receiveMessage('4915155555551', '100% _real_');
			await receiveMessage('4915155555552', String.raw`back\slash 'quoted'`);
			expect(valuesOf(await list({ search: '%' }), 'phone')).toEqual(['4915155555551']);
			expect(valuesOf(await list({ search: '_' }), 'phone')).toEqual(['4915155555551']);
			expect(valuesOf(await list({ search: '\\' }), 'phone')).toEqual(['4915155555552']);
			expect(valuesOf(await list({ search: "'q" }), 'phone')).toEqual(['4915155555552']);
			expect((await list({ search: ' ' })).at('pagination.total')).toBe(27);
		});

		it('adds the sender of a received message and updates the name', async () => {
			await receiveMessage('4915155555551', 'Ana');
			expect(await findInList('4915155555551')).toEqual({
				id: '4915155555551@s.whatsapp.net',
				phone: '4915155555551',
				username: null,
				name: 'Ana',
				profilePicUrl: null,
				about: null,
				isBlocked: false,
			});
			await receiveMessage('4915155555551', 'Ana María');
			expect(await findInList('4915155555551')).toMatchObject({ name: 'Ana María' });
			await receiveMessage('4915155555551');
			expect(await findInList('4915155555551')).toMatchObject({ name: 'Ana María' });
			expect((await list()).at('pagination.total')).toBe(26);
		});

		it('lists a sender without a name by the number', async () => {
			await receiveMessage('4915155555551');
			expect(await findInList('4915155555551')).toMatchObject({ name: '4915155555551' });
			await receiveMessage('4915155555551', 'Ana');
			expect(await findInList('4915155555551')).toMatchObject({ name: 'Ana' });
		});

		it('keeps the other fields of a contact who writes', async () => {
			const known = (await list()).at('data') as unknown[];
			const contact = known.find(
				(contact) => at(contact, 'about') !== null && at(contact, 'profilePicUrl') !== null,
			);
			const phone = String(at(contact, 'phone'));
			// The name that the owner saved takes precedence over the one that the contact chose.
			await receiveMessage(phone, 'New Name');
			expect(await findInList(phone)).toEqual(contact);
		});

		it('lists blocked contacts, also after a restart', async () => {
			const own = await startTestGateway();
			const shop = await connectedInstance(own);
			const contacts = await own.get(`/v1/contacts?instanceId=${shop}`);
			const phone = contacts.text('data.3.phone');
			const path = `/simulator/v1/instances/${shop}/contacts/${phone}/block`;
			expect((await own.post(path, { blocked: true })).status).toBe(200);

			const after = await own.restart();
			await until('the instance to be connected', async () => {
				const { body } = await after.get(`/v1/instances/${shop}/status`);
				return at(body, 'data.status') === 'connected';
			});
			const blocked = (await after.get(`/v1/contacts?instanceId=${shop}`)).at('data') as unknown[];
			expect(blocked.filter((contact) => at(contact, 'isBlocked') === true)).toEqual([
				{ ...(contacts.at('data.3') as object), isBlocked: true },
			]);
			await after.post(path, { blocked: false });
			expect((await after.get(`/v1/contacts?instanceId=${shop}&search=${phone}`)).at('data.0')).toEqual(
				contacts.at('data.3'),
			);
			await after.close();
		});

		it('returns the contacts of a disconnected instance, and none before its first connection', async () => {
			const before = await list();
			await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
			expect((await list()).body).toEqual(before.body);

			const created = await gateway.post('/v1/instances', { name: 'New' });
			const answer = await list({}, created.text('data.id'));
			expect(answer.body).toEqual({
				success: true,
				data: [],
				pagination: { total: 0, limit: 100, offset: 0 },
			});
		});

		it('lists the contacts of each instance separately', async () => {
			await receiveMessage('4915155555551', 'Ana');
			const other = await connectedInstance(gateway, 'Other');
			expect((await list({ search: '4915155555551' }, other)).at('data')).toEqual([]);
		});
	});

	describe('the query of GET /v1/contacts', () => {
		it('ignores unknown parameters', async () => {
			expect((await list({ page: '2' })).status).toBe(200);
		});

		it.each([
			['limit', '0'],
			['limit', '501'],
			['limit', 'many'],
			['limit', '1.5'],
			['offset', '-1'],
			['offset', '1e300'],
			['instanceId', ''],
		])('answers 400 for %s=%s', async (field, value) => {
			const answer = await list({ [field]: value });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain(field);
		});

		it('answers 400 for a search that is too long or contains a null character', async () => {
			for (const search of ['x'.repeat(101), 'Ana\u0000']) {
				const answer = await list({ search });
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			}
			expect((await list({ search: 'x'.repeat(100) })).status).toBe(200);
		});

		it('answers 400 without an instanceId', async () => {
			const answer = await gateway.get('/v1/contacts');
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		});
	});

	it('answers 404 for an unknown instance', async () => {
		for (const answer of [
			await gateway.post('/v1/contacts/check', { instanceId: UNKNOWN_INSTANCE, phones: ['4915112345678'] }),
			await list({}, UNKNOWN_INSTANCE),
			await gateway.get(`/v1/contacts/4915112345678/profile?instanceId=${UNKNOWN_INSTANCE}`),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'invalid_instance']);
		}
	});

	it('answers 409 for checks, profiles and blocking of a disconnected instance', async () => {
		await connectNewInstance();
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		for (const answer of [
			await gateway.post('/v1/contacts/check', { instanceId, phones: ['4915112345678'] }),
			await gateway.get(`/v1/contacts/4915112345678/profile?instanceId=${instanceId}`),
			await block('4915112345678', true),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
		}
		await connectNewInstance();
	});

	it('requires the scope messages:read, also for the check', async () => {
		const create = async (scopes: string) => {
			const { stdout } = await runGateway(['keys', 'create', '--name', 'Scoped', '--scopes', scopes], {
				GATEWAY_DATA_DIR: gateway.folder,
			});
			const client = createClient(gateway.url, /^mgw_\S+$/m.exec(stdout)?.[0] ?? '');
			return [
				await client.post('/v1/contacts/check', { instanceId, phones: ['4915112345678'] }),
				await client.get(`/v1/contacts?instanceId=${instanceId}`),
				await client.get(`/v1/contacts/4915112345678/profile?instanceId=${instanceId}`),
			].map(({ status }) => status);
		};
		expect(await create('messages:read')).toEqual([200, 200, 200]);
		expect(await create('messages:write,instances:read')).toEqual([403, 403, 403]);
	});

	it('answers 404 for blocking a phone that is not on the network', async () => {
		const answer = await block('4915112340000', true);
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'contact_not_found']);
	});
});
