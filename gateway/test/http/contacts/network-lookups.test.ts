import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';

describe('contacts on the network', () => {
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	describe('POST /v1/contacts/check', () => {
		const check = (phones: unknown) => gateway.post('/v1/contacts/check', { instanceId, phones });

		it('returns for each phone, in the order of the request, whether it is on the network', async () => {
			const answer = await check(['4915112345678', '4915112340000', '33612345678', '4915112345678']);
			expect(answer.status).toBe(200);
			const registered = (phone: string) => ({ phone, exists: true, jid: `${phone}@s.whatsapp.net` });
			expect(answer.body).toEqual({
				success: true,
				data: [
					registered('4915112345678'),
					{ phone: '4915112340000', exists: false, jid: null },
					registered('33612345678'),
					registered('4915112345678'),
				],
			});
		});

		it('accepts 1 to 100 phones', async () => {
			const phones = Array.from({ length: 100 }, (_, index) => `491511234${1000 + index}`);
			expect(((await check(phones)).at('data') as unknown[]).map((item) => at(item, 'phone'))).toEqual(
				phones,
			);
			for (const wrong of [[], [...phones, '4915112345678'], '4915112345678', [4915112345678], undefined]) {
				const answer = await check(wrong);
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
				expect(answer.text('error.message')).toContain('phones');
			}
		});

		it.each(['+4915112345678', '49 151 12345678', '0151123456', '123456', '1234567890123456', ''])(
			'answers 400 for "%s" and names its position',
			async (phone) => {
				const answer = await check(['4915112345678', phone]);
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_phone_number']);
				expect(answer.text('error.message')).toContain('phones.1');
			},
		);

		it('answers 400 for an unknown field', async () => {
			const answer = await gateway.post('/v1/contacts/check', {
				instanceId,
				phones: ['4915112345678'],
				deep: true,
			});
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain('deep');
		});
	});

	describe('GET /v1/contacts/:phone/profile', () => {
		const profile = (phone: string) => gateway.get(`/v1/contacts/${phone}/profile?instanceId=${instanceId}`);

		it('returns the profile from the network, the same at every request', async () => {
			const answer = await profile('4915112345678');
			expect(answer.status).toBe(200);
			expect(Object.keys(answer.at('data') as object).sort()).toEqual([
				'about',
				'id',
				'isBusiness',
				'name',
				'phone',
				'profilePicUrl',
				'username',
			]);
			expect(answer.at('data')).toMatchObject({
				phone: '4915112345678',
				name: expect.stringMatching(/ /),
				isBusiness: expect.any(Boolean),
			});
			expect((await profile('4915112345678')).body).toEqual(answer.body);
		});

		it('returns null for fields that the contact keeps private', async () => {
			const phones = Array.from({ length: 60 }, (_, index) => `491511234${1000 + index}`);
			const profiles = await Promise.all(phones.map(async (phone) => (await profile(phone)).at('data')));
			const pictures = profiles.map((contact) => at(contact, 'profilePicUrl'));
			const abouts = profiles.map((contact) => at(contact, 'about'));
			expect(pictures).toContain(null);
			expect(abouts).toContain(null);
			expect(pictures.filter((url) => /^https:\/\/\S+$/.test(String(url))).length).toBeGreaterThan(40);
			expect(abouts.filter((about) => typeof about === 'string').length).toBeGreaterThan(30);
			expect(new Set(profiles.map((contact) => at(contact, 'isBusiness')))).toEqual(new Set([true, false]));
		});

		it('answers 404 for a phone that is not on the network', async () => {
			const answer = await profile('4915112340000');
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'contact_not_found']);
		});

		it.each(['+4915112345678', '123', 'me'])('answers 400 for "%s"', async (phone) => {
			const answer = await profile(encodeURIComponent(phone));
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_phone_number']);
		});

		it('answers 400 without an instanceId', async () => {
			const answer = await gateway.get('/v1/contacts/4915112345678/profile');
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain('instanceId');
		});
	});
});
