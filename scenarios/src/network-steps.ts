import type { StepOf } from './scenario.ts';
import type { ScenarioRun } from './scenario-run.ts';

/** Moves the gateway's time forward, through all that falls due; the gateway does a long way in parts. */
export async function advance({ gateway }: ScenarioRun, { by }: StepOf<'advance'>): Promise<void> {
	let left: string | null = by;
	while (left !== null) {
		const moved = await gateway.request('POST', '/simulator/v1/clock', { advance: left });
		const { remaining } = (moved as { data: { remaining: number } }).data;
		left = remaining > 0 ? `${Math.ceil(remaining / 1000)}s` : null;
	}
}

/** Lets the network fail for the next messages or receipts. */
export async function orderFault(run: ScenarioRun, step: StepOf<'fault'>): Promise<void> {
	const { id } = await run.instance();
	const { kind, on, next, seconds } = step;
	await run.gateway.request('POST', `/simulator/v1/instances/${id}/faults`, {
		kind,
		next,
		...(on === null ? {} : { on }),
		...(seconds === null ? {} : { seconds }),
	});
}
