import { NodeOperationError, sleep } from 'n8n-workflow';

import type { GatewayContext } from './request';

/** Interval of the checks for a canceled execution. */
const CHECK_INTERVAL_MS = 1_000;

/** Sleeps for the duration. Throws a NodeOperationError within a second after the execution is canceled. */
export async function cancelableSleep(context: GatewayContext, milliseconds: number): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let remaining = milliseconds; remaining > 0; remaining = end - Date.now()) {
		await sleep(Math.min(remaining, CHECK_INTERVAL_MS));
		if (cancelSignalOf(context)?.aborted) {
			throw new NodeOperationError(context.getNode(), 'The execution was canceled');
		}
	}
}

/** Returns the cancel signal of an execution. A list in the editor and a webhook's registration have none. */
function cancelSignalOf(context: GatewayContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
