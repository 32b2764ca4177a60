import { setTimeout as sleep } from 'node:timers/promises';
import { ALERT_SCENARIOS } from '../../scenarios/alerts.ts';
import { GROUP_SCENARIOS } from '../../scenarios/groups.ts';
import { IDEMPOTENT_CREATION_SCENARIOS } from '../../scenarios/idempotent-creations.ts';
import { INSTANCE_SCENARIOS } from '../../scenarios/instances.ts';
import { CONVERSATION_SCENARIOS } from '../../scenarios/conversations.ts';
import { CHANGE_SCENARIOS } from '../../scenarios/changes.ts';
import { MESSAGE_SCENARIOS } from '../../scenarios/messages.ts';
import { OFFICIAL_LIMIT_SCENARIOS } from '../../scenarios/official-limits.ts';
import { OWNER_SCENARIOS } from '../../scenarios/owner.ts';
import { PROBE_SCENARIOS } from '../../scenarios/probes.ts';
import { SIMULATOR_CHANGE_SCENARIOS } from '../../scenarios/simulator-changes.ts';
import { SIMULATOR_SCENARIOS } from '../../scenarios/simulator.ts';
import { TEMPLATE_SCENARIOS } from '../../scenarios/templates.ts';
import { WEBHOOK_SCENARIOS } from '../../scenarios/webhooks.ts';
import type { Call, Exchange, Session } from '../../client/session.ts';
import type { Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const SCENARIOS = [
	...INSTANCE_SCENARIOS,
	...IDEMPOTENT_CREATION_SCENARIOS,
	...MESSAGE_SCENARIOS,
	...CHANGE_SCENARIOS,
	...TEMPLATE_SCENARIOS,
	...GROUP_SCENARIOS,
	...CONVERSATION_SCENARIOS,
	...OFFICIAL_LIMIT_SCENARIOS,
	...WEBHOOK_SCENARIOS,
	...SIMULATOR_SCENARIOS,
	...SIMULATOR_CHANGE_SCENARIOS,
	...PROBE_SCENARIOS,
	...OWNER_SCENARIOS,
	...ALERT_SCENARIOS,
];

/** Checks that every request of the scenario tables fails with the code of its row. */
export async function checkScenarios({ session, fixtures, known, report }: Context): Promise<void> {
	for (const { operation, code, what, call } of SCENARIOS) {
		const title = `${operation}: ${what} (${code})`;
		try {
			const exchange = await sendWhenFree(session, operation, await call(fixtures, known));
			expectError(report, 'scenarios', what, exchange, [code]);
		} catch (error) {
			report.fail('scenarios', title, error instanceof Error ? error.message : String(error));
		}
	}
}

/** Sends a call again when the wrong passwords of other rows make it wait. */
async function sendWhenFree(session: Session, operation: string, call: Call): Promise<Exchange> {
	const exchange = await session.send(operation, call);
	const { status, headers } = exchange.response;
	if (status !== 429) return exchange;
	await sleep(Number(headers['retry-after'] ?? 0) * 1000);
	return session.send(operation, call);
}
