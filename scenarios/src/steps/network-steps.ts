import { formatDuration } from '../format/describe.ts';
import type { StepOf } from '../format/scenario.ts';
import { StepFailure, type ScenarioRun } from '../run/scenario-run.ts';

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
	const { kind, on, next, seconds, phone, error } = step;
	const chatId = phone === null ? null : ((await run.groupId(phone, step.group)) ?? run.chatIdOf(phone));
	await run.gateway.request('POST', `/simulator/v1/instances/${id}/faults`, {
		kind,
		next,
		...(on === null ? {} : { on }),
		...(seconds === null ? {} : { seconds }),
		...(chatId === null ? {} : { chatId }),
		...(error === null ? {} : { error: { code: error } }),
	});
}

/** Ends the faults that are still to happen in the chat with a phone. */
export async function endFaults(run: ScenarioRun, phone: string): Promise<void> {
	const { id } = await run.instance();
	const chatId = encodeURIComponent(run.chatIdOf(phone));
	await run.gateway.request('DELETE', `/simulator/v1/instances/${id}/faults?chatId=${chatId}`);
}

/** Lets the connection of the instance drop. */
export async function dropConnection(run: ScenarioRun, step: StepOf<'drop'>): Promise<void> {
	const { id } = await run.instance();
	const query = step.for === null ? '' : `?seconds=${Math.ceil(step.for / 1000)}`;
	await run.gateway.request('POST', `/simulator/v1/instances/${id}/drop${query}`);
}

/** Expects that the instance is connected. */
export async function expectConnection(run: ScenarioRun, { within }: StepOf<'connected'>): Promise<void> {
	let status = '';
	const connected = await run.poller.until(within, async () => {
		({ status } = await run.instance());
		return status === 'connected' ? status : null;
	});
	if (connected === null) {
		throw new StepFailure(`The instance is ${status} after ${formatDuration(within)}.`);
	}
}
