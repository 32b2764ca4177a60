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
		operation: 'POST /admin/v1/keys',
		code: 'invalid_parameters',
		what: 'with an end in the past',
		call: () => ({ body: { name: 'Late', expiresAt: '2020-01-31T12:00:00.000Z' } }),
	},
	{
		operation: 'POST /admin/v1/keys',
		code: 'invalid_parameters',
		what: 'with an invalid address range',
		call: () => ({ body: { name: 'Elsewhere', allowedIps: ['nowhere'] } }),
	},
];
