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

/** Webhooks that cannot be. */
export const WEBHOOK_SCENARIOS: readonly Scenario[] = ['POST /v1/webhooks', 'PUT /v1/webhooks/{}'].flatMap(
	(operation): Scenario[] => [
		...URLS.map(
			(url): Scenario => ({
				operation,
				code: 'invalid_webhook_url',
				what: `to ${url}`,
				call: (_world, { webhookId }) => ({
					path: { webhookId: String(webhookId) },
					body: { url, events: ['message.sent'] },
				}),
			}),
		),
		...[['*'], ['message.lost'], []].map(
			(events): Scenario => ({
				operation,
				code: 'invalid_webhook_events',
				what: `for ${JSON.stringify(events)}`,
				call: (_world, { webhookId, url }) => ({
					path: { webhookId: String(webhookId) },
					body: { url, events },
				}),
			}),
		),
	],
);
