import { Authenticator } from '../client/authenticator.ts';
import { at } from '../document/schema.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';
import { addTotp, invite, newPerson, signInOptions, THEIR_PASSWORD } from '../fixtures/people.ts';
import type { Scenario } from './scenario.ts';

/** Invalid sign-ins and invalid API keys. */
export const OWNER_SCENARIOS: readonly Scenario[] = [
	{
		operation: 'POST /admin/v1/setup',
		code: 'invalid_setup_link',
		what: 'with an unknown token',
		call: () => ({ body: { token: 'unknown-token', password: 'correct horse battery staple' } }),
	},
	{
		operation: 'POST /admin/v1/session',
		code: 'invalid_password',
		what: 'with a wrong password',
		call: async ({ session }) => {
			await session.owner.headers();
			return { body: { password: 'not the password' } };
		},
	},
	{
		operation: 'PUT /admin/v1/password',
		code: 'invalid_password',
		what: 'with a wrong password',
		call: () => ({ body: { currentPassword: 'not the password', newPassword: 'another password' } }),
	},
	{
		operation: 'POST /admin/v1/setup',
		code: 'password_too_weak',
		what: 'with one of the first passwords that are guessed',
		call: async (fixtures) => {
			const { link } = await invite(fixtures);
			return { body: { token: link.split('/#/setup/')[1], password: '123456789012' } };
		},
	},
	{
		operation: 'PUT /admin/v1/password',
		code: 'password_too_weak',
		what: 'with one of the first passwords that are guessed',
		call: ({ session }) => ({
			body: { currentPassword: session.owner.password(), newPassword: '123456789012' },
		}),
	},
	{
		operation: 'POST /admin/v1/session',
		code: 'second_factor_required',
		what: 'without the code of the authenticator app',
		call: async (fixtures) => {
			const person = await newPerson(fixtures);
			await addTotp(fixtures, person);
			return { body: { name: person.name, password: THEIR_PASSWORD } };
		},
	},
	{
		operation: 'POST /admin/v1/session',
		code: 'invalid_code',
		what: 'with a wrong recovery code',
		call: async (fixtures) => {
			const person = await newPerson(fixtures);
			await addTotp(fixtures, person);
			return { body: { name: person.name, password: THEIR_PASSWORD, recoveryCode: 'none' } };
		},
	},
	{
		operation: 'POST /admin/v1/session/passkey',
		code: 'invalid_passkey',
		what: 'with a passkey that nobody has',
		call: async (fixtures) => ({
			body: {
				response: new Authenticator(fixtures.session.gateway.url).sign(await signInOptions(fixtures)),
			},
		}),
	},
	{
		operation: 'POST /admin/v1/session/confirm',
		code: 'invalid_password',
		what: 'with a wrong password',
		call: () => ({ body: { password: 'not the password' } }),
	},
	{
		operation: 'POST /admin/v1/session/confirm',
		code: 'second_factor_required',
		what: 'without the code of the authenticator app',
		call: async (fixtures) => {
			const person = await newPerson(fixtures);
			await addTotp(fixtures, person);
			return { headers: person.headers, body: { password: THEIR_PASSWORD } };
		},
	},
	{
		operation: 'POST /admin/v1/session/confirm',
		code: 'invalid_code',
		what: 'with a wrong recovery code',
		call: async (fixtures) => {
			const person = await newPerson(fixtures);
			await addTotp(fixtures, person);
			return { headers: person.headers, body: { password: THEIR_PASSWORD, recoveryCode: 'none' } };
		},
	},
	{
		operation: 'POST /admin/v1/session/confirm',
		code: 'invalid_passkey',
		what: 'with a passkey that nobody has',
		call: async (fixtures) => {
			const device = new Authenticator(fixtures.session.gateway.url);
			return { body: { passkey: device.sign(await signInOptions(fixtures)) } };
		},
	},
	{
		operation: 'PUT /admin/v1/account/totp',
		code: 'invalid_code',
		what: 'with a wrong code',
		call: () => ({ body: { code: 'wrong' } }),
	},
	{
		operation: 'POST /admin/v1/account/passkeys',
		code: 'invalid_passkey',
		what: 'with a challenge for something else',
		call: async (fixtures) => {
			const device = new Authenticator(fixtures.session.gateway.url);
			return { body: { name: 'Phone', response: device.register(await signInOptions(fixtures)) } };
		},
	},
	{
		operation: 'DELETE /admin/v1/account/passkeys/{passkeyId}',
		code: 'passkey_not_found',
		what: 'with an unknown id',
		call: () => ({ path: { passkeyId: 'pk_01jz0000000000000000000000' } }),
	},
	{
		operation: 'POST /admin/v1/users',
		code: 'name_taken',
		what: 'with the name of somebody',
		call: async (fixtures) => ({ body: { name: (await invite(fixtures)).name, role: 'viewer' } }),
	},
	{
		operation: 'PATCH /admin/v1/users/{userId}',
		code: 'name_taken',
		what: 'with the name of somebody else',
		call: async (fixtures) => ({
			path: { userId: (await invite(fixtures)).userId },
			body: { name: (await invite(fixtures)).name },
		}),
	},
	...(['PATCH', 'DELETE'] as const).map((method) => ({
		operation: `${method} /admin/v1/users/{userId}`,
		code: 'last_owner',
		what: 'of the only owner',
		call: async ({ session }: Fixtures) => {
			const { response } = await session.send('GET /admin/v1/users');
			const users = at(response.json, 'data') as { userId: string; role: string }[];
			const userId = users.find(({ role }) => role === 'owner')?.userId ?? '';
			return { path: { userId }, ...(method === 'PATCH' ? { body: { role: 'viewer' } } : {}) };
		},
	})),
	...['PATCH {}', 'DELETE {}', 'POST {}/invite', 'DELETE {}/sessions'].map((pattern) => ({
		operation: pattern.replace(' {}', ' /admin/v1/users/{userId}'),
		code: 'user_not_found',
		what: 'with an unknown id',
		call: () => ({
			path: { userId: 'usr_01jz0000000000000000000000' },
			...(pattern.startsWith('DELETE') ? {} : { body: {} }),
		}),
	})),
	{
		operation: 'POST /admin/v1/keys',
		code: 'invalid_parameters',
		what: 'with an end in the past',
		call: () => ({ body: { name: 'Late', expiresAt: '2020-01-31T12:00:00.000Z' } }),
	},
	{
		operation: 'POST /admin/v1/keys',
		code: 'invalid_instance',
		what: 'for an instance that does not exist',
		call: () => ({ body: { name: 'Limited', instanceIds: ['inst_01jz0000000000000000000000'] } }),
	},
	{
		operation: 'POST /admin/v1/keys',
		code: 'invalid_parameters',
		what: 'with an invalid address range',
		call: () => ({ body: { name: 'Elsewhere', allowedIps: ['nowhere'] } }),
	},
];
