import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../support/client.ts';
import { until } from '../../../support/until.ts';
import type { Actor, Stage } from '../stage.ts';

/** Contacts, number check, and profiles with private fields. */
export function people(stage: Stage): void {
	const { capabilities } = stage.network;
	const contactsOf = async (actor: Actor) =>
		(await stage.gateway.get(`/v1/contacts?instanceId=${actor.id}&limit=500`)).at('data') as {
			phone: string;
			name: string;
		}[];
	const check = (actor: Actor, phones: string[]) =>
		stage.gateway.post('/v1/contacts/check', { instanceId: actor.id, phones });
	const profile = (actor: Actor, phone: string) =>
		stage.gateway.get(`/v1/contacts/${phone}/profile?instanceId=${actor.id}`);
	const refused = (answer: Answer): void => {
		expect([answer.status, answer.at('error.code')]).toEqual([409, 'official_api_instance']);
		expect(answer.text('error.message')).toMatch(/\. .*\.$/);
	};

	describe('contacts', () => {
		it('include senders by their names', async () => {
			const actor = await stage.connected();
			const from = stage.world.person();
			await actor.end.write({ from, name: 'Grace', text: 'Hello' });
			await actor.event('message.received');
			expect(await contactsOf(actor)).toContainEqual(
				expect.objectContaining({ phone: from, name: 'Grace' }) as unknown,
			);
		});

		if (capabilities.has('address_book')) {
			it('include the address book once the instance is connected', async () => {
				const actor = await stage.connected();
				await until('contacts', async () => (await contactsOf(actor)).length > 0);
			});
		} else {
			it('do not include people who have not written', async () => {
				const actor = await stage.connected();
				expect(await contactsOf(actor)).toEqual([]);
			});
		}

		if (capabilities.has('number_check')) {
			it('are checked for existing numbers, in the order requested', async () => {
				const actor = await stage.connected();
				const [someone, nobody] = [stage.world.person(), stage.world.nobody()];
				const answer = await check(actor, [nobody, someone, nobody]);
				expect(answer.at('data')).toEqual([
					{ phone: nobody, exists: false, jid: null },
					{ phone: someone, exists: true, jid: `${someone}@s.whatsapp.net` },
					{ phone: nobody, exists: false, jid: null },
				]);
			});
		} else {
			it('cannot be checked, with official_api_instance', async () => {
				const actor = await stage.connected();
				refused(await check(actor, [stage.world.person()]));
			});
		}

		if (capabilities.has('contact_profile')) {
			it('have profiles without the fields they keep private', async () => {
				const actor = await stage.connected();
				const { open, closed } = stage.world.profiles;
				expect((await profile(actor, open)).at('data')).toEqual({
					phone: open,
					name: expect.any(String),
					about: expect.stringMatching(/./),
					profilePicUrl: expect.stringMatching(/^https:/),
					isBusiness: expect.any(Boolean),
				});
				expect((await profile(actor, closed)).at('data')).toMatchObject({ phone: closed, about: null });
				const absent = await profile(actor, stage.world.nobody());
				expect([absent.status, absent.at('error.code')]).toEqual([404, 'contact_not_found']);
			});
		} else {
			it('have no profiles, with official_api_instance', async () => {
				const actor = await stage.connected();
				refused(await profile(actor, stage.world.profiles.open));
			});
		}
	});
}
