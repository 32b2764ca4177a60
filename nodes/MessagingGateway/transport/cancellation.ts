import { NodeOperationError, sleep } from 'n8n-workflow';

import type { GatewayContext } from './request';

/** Interval of the checks for a canceled execution. */
const CHECK_INTERVAL_MS = 1_000;

/** Sleeps for the duration. Throws a NodeOperationError within a second after the execution is canceled. */
export async function cancelableSleep(context: GatewayContext, milliseconds: number): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let remaining = milliseconds; remaining > 0; remaining = end - Date.now()) {
		await sleep(Math.min(remaining, CHECK_INTERVAL_MS));
		throwIfCanceled(context);
	}
}

/** Throws a NodeOperationError when the execution is canceled. */
export function throwIfCanceled(context: GatewayContext): void {
	if (isCanceled(context)) throw new NodeOperationError(context.getNode(), 'The execution was canceled');
}

/**
 * Returns whether a person has stopped the execution, or it has reached n8n's time limit. A list in the editor and a
 * webhook's registration cannot be stopped.
 */
export function isCanceled(context: GatewayContext): boolean {
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return signal?.aborted ?? false;
}
