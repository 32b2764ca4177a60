import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { OperationOutput } from '../operation';
import { blockingForm, changeBlocking } from './changeBlocking';

export const description = updateDisplayOptions(
	{ show: { resource: ['contact'], operation: ['unblock'] } },
	blockingForm,
);

/** Unblocks a person. Returns the contact. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return await changeBlocking(this, 'unblock', itemIndex);
}
