import type { Scenario } from './scenario.ts';

const UNKNOWN = 'alr_01jz0000000000000000000000';

/** Alerts that do not exist, and a test mail without a mail server. */
export const ALERT_SCENARIOS: readonly Scenario[] = [
	{
		operation: 'POST /admin/v1/alerts/{alertId}/acknowledge',
		code: 'alert_not_found',
		what: 'with an unknown id',
		call: () => ({ path: { alertId: UNKNOWN }, body: {} }),
	},
	{
		operation: 'PUT /admin/v1/alerts/{alertId}/mute',
		code: 'alert_not_found',
		what: 'with an unknown id',
		call: () => ({ path: { alertId: UNKNOWN }, body: { hours: 1 } }),
	},
	{
		operation: 'POST /admin/v1/alerts/test-mail',
		code: 'mail_not_set_up',
		what: 'without a mail server',
		call: () => ({ body: {} }),
	},
];
