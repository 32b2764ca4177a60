import { newPasskeyRequest } from '../fixtures/conversation-samples.ts';
import { ABSENT_PHONE, OFFICIAL, PHONE, type Fixtures } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

/** Operations that the state of an instance forbids, and invalid values for instances. */
export const INSTANCE_SCENARIOS: readonly Scenario[] = [
	...['POST /v1/instances', 'PATCH /v1/instances/{}'].flatMap((operation): Scenario[] => [
		refusedUrl(operation, 'ftp://example.com/hook'),
		refusedUrl(operation, 'not a url'),
		refusedUrl(operation, 'http://203.0.113.7/hook'),
		refusedUrl(operation, 'https://10.0.0.1/hook'),
		refusedUrl(operation, 'https://[::ffff:10.0.0.1]/hook'),
		refusedUrl(operation, 'https://169.254.169.254/latest'),
		refusedUrl(operation, 'https://user:word@example.com/hook'),
		{
			operation,
			code: 'invalid_webhook_events',
			what: 'an unknown event kind',
			call: (_fixtures, { instanceId }) => ({
				path: { instanceId: String(instanceId) },
				body: { name: 'A', webhookEvents: ['message.lost'] },
			}),
		},
	]),
	{
		operation: 'GET /v1/instances',
		code: 'invalid_parameters',
		what: 'an unknown status filter',
		call: () => ({ query: { status: 'gone' } }),
	},
	{
		operation: 'POST /v1/instances/{}/connect',
		code: 'instance_already_connected',
		what: 'already connected',
		call: (_fixtures, { instanceId }) => ({
			path: { instanceId: String(instanceId) },
			body: { method: 'qrcode' },
		}),
	},
	{
		operation: 'POST /v1/instances/{}/connect',
		code: 'invalid_method',
		what: 'an unknown method',
		call: async (fixtures) => ({
			path: { instanceId: await fixtures.newInstance() },
			body: { method: 'pigeon' },
		}),
	},
	...['pairing_code', 'qrcode'].map(
		(method): Scenario => ({
			operation: 'POST /v1/instances/{}/connect',
			code: 'official_api_instance',
			what: `${method} of an official instance that was disconnected`,
			call: async (fixtures) => ({
				path: await disconnectedOfficial(fixtures),
				body: method === 'qrcode' ? { method } : { method, phone: PHONE },
			}),
		}),
	),
	...['+4915112345678', ABSENT_PHONE].map(
		(phone): Scenario => ({
			operation: 'POST /v1/instances/{}/connect',
			code: 'invalid_phone_number',
			what: `a pairing code for ${phone}`,
			call: async (fixtures) => ({
				path: { instanceId: await fixtures.newInstance() },
				body: { method: 'pairing_code', phone },
			}),
		}),
	),
	{
		operation: 'POST /v1/instances/{}/connect',
		code: 'invalid_credentials',
		what: 'invalid credentials',
		call: async (fixtures) => ({
			path: { instanceId: await fixtures.newInstance() },
			body: { method: 'official', ...OFFICIAL, accessToken: 'wrong-token' },
		}),
	},
	{
		operation: 'POST /v1/instances/{}/connect',
		code: 'provider_verification_required',
		what: 'an account that is not verified',
		call: async (fixtures) => ({
			path: { instanceId: await fixtures.newInstance() },
			body: { method: 'official', ...OFFICIAL, phoneNumberId: '4915100000009' },
		}),
	},
	{
		operation: 'GET /v1/instances/{}/qrcode',
		code: 'already_connected',
		what: 'already connected',
		call: (_fixtures, { instanceId }) => ({ path: { instanceId: String(instanceId) } }),
	},
	{
		operation: 'GET /v1/instances/{}/qrcode',
		code: 'official_api_instance',
		what: 'an official instance that was disconnected',
		call: async (fixtures) => ({ path: await disconnectedOfficial(fixtures) }),
	},
	{
		operation: 'POST /v1/instances/{}/passkey',
		code: 'invalid_parameters',
		what: 'an instance whose network waits for no passkey',
		call: (_fixtures, { instanceId }) => ({
			path: { instanceId: String(instanceId) },
			body: { response: {} },
		}),
	},
	{
		operation: 'POST /v1/instances/{}/passkey',
		code: 'invalid_parameters',
		what: 'an answer to no challenge',
		call: async (fixtures) => {
			const { instanceId } = await newPasskeyRequest(fixtures);
			return { path: { instanceId }, body: { response: {} } };
		},
	},
	...['disconnect', 'logout', 'scan'].map(
		(action): Scenario => ({
			operation: `POST ${action === 'disconnect' ? '/v1' : '/simulator/v1'}/instances/{}/${action}`,
			code: 'instance_disconnected',
			what: 'not connected',
			call: async (fixtures) => ({ path: { instanceId: await fixtures.newInstance() } }),
		}),
	),
];

async function disconnectedOfficial(fixtures: Fixtures): Promise<{ instanceId: string }> {
	const path = { instanceId: await fixtures.newOfficial() };
	await fixtures.session.send('POST /v1/instances/{}/disconnect', { path });
	return path;
}

function refusedUrl(operation: string, url: string): Scenario {
	return {
		operation,
		code: 'invalid_webhook_url',
		what: `${url} as webhookUrl`,
		call: (_fixtures, { instanceId }) => ({
			path: { instanceId: String(instanceId) },
			body: { name: 'A', webhookUrl: url },
		}),
	};
}
