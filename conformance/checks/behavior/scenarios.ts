import { GROUP_SCENARIOS } from '../../scenarios/groups.ts';
import { INSTANCE_SCENARIOS } from '../../scenarios/instances.ts';
import { MESSAGE_SCENARIOS } from '../../scenarios/messages.ts';
import { OFFICIAL_LIMIT_SCENARIOS } from '../../scenarios/official-limits.ts';
import { OWNER_SCENARIOS } from '../../scenarios/owner.ts';
import { PROBE_SCENARIOS } from '../../scenarios/probes.ts';
import { SIMULATOR_SCENARIOS } from '../../scenarios/simulator.ts';
import { TEMPLATE_SCENARIOS } from '../../scenarios/templates.ts';
import { WEBHOOK_SCENARIOS } from '../../scenarios/webhooks.ts';
import type { Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const SCENARIOS = [
	...INSTANCE_SCENARIOS,
	...MESSAGE_SCENARIOS,
	...TEMPLATE_SCENARIOS,
	...GROUP_SCENARIOS,
	...OFFICIAL_LIMIT_SCENARIOS,
	...WEBHOOK_SCENARIOS,
	...SIMULATOR_SCENARIOS,
	...PROBE_SCENARIOS,
	...OWNER_SCENARIOS,
];

/** Checks that every request of the scenario tables fails with the code of its row. */
export async function checkScenarios({ session, fixtures, known, report }: Context): Promise<void> {
	for (const { operation, code, what, call } of SCENARIOS) {
		const title = `${operation}: ${what} (${code})`;
		try {
			const exchange = await session.send(operation, await call(fixtures, known));
			expectError(report, 'scenarios', what, exchange, [code]);
		} catch (error) {
			report.fail('scenarios', title, error instanceof Error ? error.message : String(error));
		}
	}
}
