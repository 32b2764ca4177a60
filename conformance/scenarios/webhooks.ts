import type { Scenario } from './scenario.ts';

const URLS = [
	'not a url',
	'ftp://example.com/hook',
	'http://203.0.113.7/hook',
	'https://192.168.0.1/hook',
	'https://[fd00::1]/hook',
	'https://0x0a000001/hook',
	'https://user:word@example.com/hook',
];

const INACTIVE: readonly Scenario[] = [
	'POST /v1/webhooks/{}/deliveries/{}/retry',
	'POST /v1/webhooks/{}/deliveries/recover',
].map((operation) => ({
	operation,
	code: 'invalid_parameters',
	what: 'of an inactive webhook',
	call: async (fixtures) => {
		const path = await fixtures.newDelivery();
		const body = { status: 'inactive' };
		await fixtures.session.send('PUT /v1/webhooks/{}', { path: { webhookId: path.webhookId }, body });
		return operation.endsWith('retry')
			? { path }
			: { path: { webhookId: path.webhookId }, body: { since: '2026-01-31T12:00:00.000Z' } };
	},
}));

/** Invalid webhooks, and retries of an inactive webhook. */
export const WEBHOOK_SCENARIOS: readonly Scenario[] = INACTIVE.concat(
	['POST /v1/webhooks', 'PUT /v1/webhooks/{}'].flatMap((operation): Scenario[] => [
		...URLS.map(
			(url): Scenario => ({
				operation,
				code: 'invalid_webhook_url',
				what: `to ${url}`,
				call: (_fixtures, { webhookId }) => ({
					path: { webhookId: String(webhookId) },
					body: { url, events: ['message.sent'] },
				}),
			}),
		),
		...[['message.lost'], ['*', 'message.*']].map(
			(events): Scenario => ({
				operation,
				code: 'invalid_webhook_events',
				what: `for ${JSON.stringify(events)}`,
				call: (_fixtures, { webhookId, url }) => ({
					path: { webhookId: String(webhookId) },
					body: { url, events },
				}),
			}),
		),
	]),
);
