import { NodeOperationError, sleep } from 'n8n-workflow';

import type { GatewayContext } from './request';

/** How soon a canceled execution is noticed. */
const SLICE_MS = 1_000;

/** Waits so many milliseconds; throws a NodeOperationError soon after the execution is canceled. */
export async function pause(context: GatewayContext, milliseconds: number): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE_MS));
		if (cancelSignalOf(context)?.aborted) {
			throw new NodeOperationError(context.getNode(), 'The execution was canceled');
		}
	}
}

/** Only an execution can be canceled; a list in the editor and a webhook's registration cannot. */
function cancelSignalOf(context: GatewayContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
