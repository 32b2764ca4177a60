import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, type Answer } from '../../support/client.ts';
import { runGateway } from '../../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { until } from '../../support/until.ts';

const NOT_THERE = 'inst_00000000000000000000000000';

/** What one field is in each item of a list. */
const each = (answer: Answer, field: string): unknown[] =>
	(answer.at('data') as unknown[]).map((item) => at(item, field));

describe('contacts', () => {
	let gateway: TestGateway;
	let instanceId: string;

	const connectAnother = async () => {
		instanceId = await connectedInstance(gateway);
	};
	beforeAll(async () => {
		gateway = await startTestGateway();
		await connectAnother();
	});
	afterAll(() => gateway.close());

	const list = (query: Record<string, string> = {}, instance = instanceId) =>
		gateway.get(`/v1/contacts?${new URLSearchParams({ instanceId: instance, ...query }).toString()}`);
	const arrive = (from: string, contactName?: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, contactName, content: 'Hello' });
	const block = (phone: string, blocked: boolean) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/contacts/${phone}/block`, { blocked });
	const inList = async (phone: string) => (await list({ search: phone })).at('data.0');

	describe('the check', () => {
		const check = (phones: unknown, instance: unknown = instanceId) =>
			gateway.post('/v1/contacts/check', { instanceId: instance, phones });

		it('tells of each phone, in the order given, whether it is on the network', async () => {
			const answer = await check(['4915112345678', '4915112340000', '33612345678', '4915112345678']);
			expect(answer.status).toBe(200);
			const there = (phone: string) => ({ phone, exists: true, jid: `${phone}@s.whatsapp.net` });
			expect(answer.body).toEqual({
				success: true,
				data: [
					there('4915112345678'),
					{ phone: '4915112340000', exists: false, jid: null },
					there('33612345678'),
					there('4915112345678'),
				],
			});
		});

		it('takes 1 to 100 phones', async () => {
			const phones = Array.from({ length: 100 }, (_, index) => `491511234${1000 + index}`);
			expect(each(await check(phones), 'phone')).toEqual(phones);
			for (const wrong of [[], [...phones, '4915112345678'], '4915112345678', [4915112345678], undefined]) {
				const answer = await check(wrong);
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
				expect(answer.text('error.message')).toContain('phones');
			}
		});

		it.each(['+4915112345678', '49 151 12345678', '0151123456', '123456', '1234567890123456', ''])(
			'refuses "%s", which is no phone number, and names its place',
			async (phone) => {
				const answer = await check(['4915112345678', phone]);
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_phone_number']);
				expect(answer.text('error.message')).toContain('phones.1');
			},
		);

		it('refuses fields it does not know', async () => {
			const answer = await gateway.post('/v1/contacts/check', {
				instanceId,
				phones: ['4915112345678'],
				deep: true,
			});
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain('deep');
		});
	});

	describe('the list', () => {
		beforeEach(connectAnother);

		it('is the address book of the phone, by name, as soon as the instance is connected', async () => {
			const answer = await list();
			expect(answer.status).toBe(200);
			expect(answer.at('pagination')).toEqual({ total: 25, limit: 100, offset: 0 });
			for (const contact of answer.at('data') as unknown[]) {
				expect(contact).toEqual({
					phone: expect.stringMatching(/^999\d{9}$/),
					name: expect.stringMatching(/^\S+ \S+$/),
					profilePicUrl:
						at(contact, 'profilePicUrl') === null ? null : expect.stringMatching(/^https:\/\/\S+$/),
					about: at(contact, 'about') === null ? null : expect.stringMatching(/./),
					isBlocked: false,
				});
			}
			const names = each(answer, 'name').map((name) => String(name).toLowerCase());
			expect(names).toEqual([...names].sort());
		});

		it('comes in pages that follow each other', async () => {
			const all = each(await list(), 'phone');
			const pages: unknown[] = [];
			for (let offset = 0; offset < 25; offset += 10) {
				const page = await list({ limit: '10', offset: String(offset) });
				expect(page.at('pagination')).toEqual({ total: 25, limit: 10, offset });
				pages.push(...each(page, 'phone'));
			}
			expect(pages).toEqual(all);
			expect((await list({ offset: '25' })).at('data')).toEqual([]);
			expect(each(await list({ limit: '500' }), 'phone')).toEqual(all);
		});

		it('orders contacts of the same name by number', async () => {
			await arrive('4915155555552', 'aaa');
			await arrive('4915155555551', 'AAA');
			expect(each(await list({ limit: '2' }), 'phone')).toEqual(['4915155555551', '4915155555552']);
		});

		it('is searched by part of a name in any case, letters beyond ASCII included', async () => {
			await arrive('4915155555551', 'ÇAĞLA Öztürk');
			expect(each(await list({ search: 'çağla öz' }), 'phone')).toEqual(['4915155555551']);
			expect(each(await list({ search: 'ÖZTÜRK' }), 'phone')).toEqual(['4915155555551']);
			const none = await list({ search: 'no such name' });
			expect([none.at('data'), none.at('pagination.total')]).toEqual([[], 0]);
		});

		it('is searched by part of a number, however it is spaced', async () => {
			await arrive('4915155555551', 'Ana');
			expect(each(await list({ search: '15155555' }), 'phone')).toEqual(['4915155555551']);
			expect(each(await list({ search: '+49 151 5555-5551' }), 'phone')).toEqual(['4915155555551']);
		});

		it('takes the characters of a search for what they are', async () => {
			await arrive('4915155555551', '100% _real_');
			await arrive('4915155555552', String.raw`back\slash 'quoted'`);
			expect(each(await list({ search: '%' }), 'phone')).toEqual(['4915155555551']);
			expect(each(await list({ search: '_' }), 'phone')).toEqual(['4915155555551']);
			expect(each(await list({ search: '\\' }), 'phone')).toEqual(['4915155555552']);
			expect(each(await list({ search: "'q" }), 'phone')).toEqual(['4915155555552']);
			expect((await list({ search: ' ' })).at('pagination.total')).toBe(27);
		});

		it('gets whoever writes to the instance, and what they call themselves then', async () => {
			await arrive('4915155555551', 'Ana');
			expect(await inList('4915155555551')).toEqual({
				phone: '4915155555551',
				name: 'Ana',
				profilePicUrl: null,
				about: null,
				isBlocked: false,
			});
			await arrive('4915155555551', 'Ana María');
			expect(await inList('4915155555551')).toMatchObject({ name: 'Ana María' });
			await arrive('4915155555551');
			expect(await inList('4915155555551')).toMatchObject({ name: 'Ana María' });
			expect((await list()).at('pagination.total')).toBe(26);
		});

		it('shows the number of whoever never said a name', async () => {
			await arrive('4915155555551');
			expect(await inList('4915155555551')).toMatchObject({ name: '4915155555551' });
			await arrive('4915155555551', 'Ana');
			expect(await inList('4915155555551')).toMatchObject({ name: 'Ana' });
		});

		it('keeps the rest of what is known of a contact that writes', async () => {
			const known = (await list()).at('data') as unknown[];
			const contact = known.find((one) => at(one, 'about') !== null && at(one, 'profilePicUrl') !== null);
			const phone = String(at(contact, 'phone'));
			await arrive(phone, 'New Name');
			expect(await inList(phone)).toEqual({ ...(contact as object), name: 'New Name' });
		});

		it('shows who is blocked, also after a restart', async () => {
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
			expect(blocked.filter((one) => at(one, 'isBlocked') === true)).toEqual([
				{ ...(contacts.at('data.3') as object), isBlocked: true },
			]);
			await after.post(path, { blocked: false });
			expect((await after.get(`/v1/contacts?instanceId=${shop}&search=${phone}`)).at('data.0')).toEqual(
				contacts.at('data.3'),
			);
			await after.close();
		});

		it('is there while the instance is disconnected, and before it ever was connected', async () => {
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

		it('is the own of each instance', async () => {
			await arrive('4915155555551', 'Ana');
			const other = await connectedInstance(gateway, 'Other');
			expect((await list({ search: '4915155555551' }, other)).at('data')).toEqual([]);
		});
	});

	describe('a list', () => {
		it.each([
			['limit', '0'],
			['limit', '501'],
			['limit', 'many'],
			['limit', '1.5'],
			['offset', '-1'],
			['offset', '1e300'],
			['page', '2'],
			['instanceId', ''],
		])('refuses %s=%s', async (field, value) => {
			const answer = await list({ [field]: value });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain(field);
		});

		it('refuses a search that is too long, or has what no text in a database can have', async () => {
			for (const search of ['x'.repeat(101), 'Ana\u0000']) {
				const answer = await list({ search });
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			}
			expect((await list({ search: 'x'.repeat(100) })).status).toBe(200);
		});

		it('needs to be told whose', async () => {
			const answer = await gateway.get('/v1/contacts');
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		});
	});

	describe('a profile', () => {
		const profile = (phone: string, instance = instanceId) =>
			gateway.get(`/v1/contacts/${phone}/profile?instanceId=${instance}`);

		it('is what the network tells now, the same every time', async () => {
			const answer = await profile('4915112345678');
			expect(answer.status).toBe(200);
			expect(Object.keys(answer.at('data') as object).sort()).toEqual([
				'about',
				'isBusiness',
				'name',
				'phone',
				'profilePicUrl',
			]);
			expect(answer.at('data')).toMatchObject({
				phone: '4915112345678',
				name: expect.stringMatching(/ /),
				isBusiness: expect.any(Boolean),
			});
			expect((await profile('4915112345678')).body).toEqual(answer.body);
		});

		it('leaves null what the contact keeps private', async () => {
			const phones = Array.from({ length: 60 }, (_, index) => `491511234${1000 + index}`);
			const profiles = await Promise.all(phones.map(async (phone) => (await profile(phone)).at('data')));
			const pictures = profiles.map((one) => at(one, 'profilePicUrl'));
			const abouts = profiles.map((one) => at(one, 'about'));
			expect(pictures).toContain(null);
			expect(abouts).toContain(null);
			expect(pictures.filter((url) => /^https:\/\/\S+$/.test(String(url))).length).toBeGreaterThan(40);
			expect(abouts.filter((about) => typeof about === 'string').length).toBeGreaterThan(30);
			expect(new Set(profiles.map((one) => at(one, 'isBusiness')))).toEqual(new Set([true, false]));
		});

		it('is not found of a phone that is not on the network', async () => {
			const answer = await profile('4915112340000');
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'contact_not_found']);
		});

		it.each(['+4915112345678', '123', 'me'])(
			'is refused of "%s", which is no phone number',
			async (phone) => {
				const answer = await profile(encodeURIComponent(phone));
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_phone_number']);
			},
		);

		it('needs to be told whose', async () => {
			const answer = await gateway.get('/v1/contacts/4915112345678/profile');
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain('instanceId');
		});
	});

	it('are refused for an instance that is not there', async () => {
		for (const answer of [
			await gateway.post('/v1/contacts/check', { instanceId: NOT_THERE, phones: ['4915112345678'] }),
			await list({}, NOT_THERE),
			await gateway.get(`/v1/contacts/4915112345678/profile?instanceId=${NOT_THERE}`),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'invalid_instance']);
		}
	});

	it('are not asked for over a connection that is not there', async () => {
		await connectAnother();
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		for (const answer of [
			await gateway.post('/v1/contacts/check', { instanceId, phones: ['4915112345678'] }),
			await gateway.get(`/v1/contacts/4915112345678/profile?instanceId=${instanceId}`),
			await block('4915112345678', true),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
		}
		await connectAnother();
	});

	it('need the scope messages:read, the check included', async () => {
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

	it('on the simulated network cannot be blocked where there is nobody', async () => {
		const answer = await block('4915112340000', true);
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'contact_not_found']);
	});
});
