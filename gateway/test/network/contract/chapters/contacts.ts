import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { expectOfficialRefusal, type ContractContext, type TestInstance } from '../contract-context.ts';

/** Contacts, number check, and profiles with private fields. */
export function contacts(context: ContractContext): void {
	const { capabilities } = context.network;
	const contactsOf = async (instance: TestInstance) =>
		(await context.gateway.get(`/v1/contacts?instanceId=${instance.id}&limit=500`)).at('data') as {
			phone: string;
			name: string;
		}[];
	const check = (instance: TestInstance, phones: string[]) =>
		context.gateway.post('/v1/contacts/check', { instanceId: instance.id, phones });
	const profile = (instance: TestInstance, phone: string) =>
		context.gateway.get(`/v1/contacts/${phone}/profile?instanceId=${instance.id}`);

	describe('contacts', () => {
		it('include senders by their names', async () => {
			const instance = await context.connected();
			const from = context.world.person();
			await instance.end.write({ from, name: 'Grace', text: 'Hello' });
			await instance.event('message.received');
			expect(await contactsOf(instance)).toContainEqual(
				expect.objectContaining({ phone: from, name: 'Grace' }) as unknown,
			);
		});

		if (capabilities.has('address_book')) {
			it('include the address book once the instance is connected', async () => {
				const instance = await context.connected();
				await until('contacts', async () => (await contactsOf(instance)).length > 0);
			});
		} else {
			it('do not include people who have not written', async () => {
				const instance = await context.connected();
				expect(await contactsOf(instance)).toEqual([]);
			});
		}

		if (capabilities.has('number_check')) {
			it('are checked for existing numbers, in the order requested', async () => {
				const instance = await context.connected();
				const [someone, nobody] = [context.world.person(), context.world.nobody()];
				const answer = await check(instance, [nobody, someone, nobody]);
				expect(answer.at('data')).toEqual([
					{ phone: nobody, exists: false, jid: null },
					{ phone: someone, exists: true, jid: `${someone}@s.whatsapp.net` },
					{ phone: nobody, exists: false, jid: null },
				]);
			});
		} else {
			it('cannot be checked, with official_api_instance', async () => {
				const instance = await context.connected();
				expectOfficialRefusal(await check(instance, [context.world.person()]));
			});
		}

		if (capabilities.has('contact_profile')) {
			it('have profiles without the fields they keep private', async () => {
				const instance = await context.connected();
				const { open, closed } = context.world.profiles;
				expect((await profile(instance, open)).at('data')).toEqual({
					id: `${open}@s.whatsapp.net`,
					phone: open,
					username: null,
					name: expect.any(String),
					about: expect.stringMatching(/./),
					profilePicUrl: expect.stringMatching(/^https:/),
					isBusiness: expect.any(Boolean),
				});
				expect((await profile(instance, closed)).at('data')).toMatchObject({ phone: closed, about: null });
				const absent = await profile(instance, context.world.nobody());
				expect([absent.status, absent.at('error.code')]).toEqual([404, 'contact_not_found']);
			});
		} else {
			it('have no profiles, with official_api_instance', async () => {
				const instance = await context.connected();
				expectOfficialRefusal(await profile(instance, context.world.profiles.open));
			});
		}
	});
}
