import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { OperationOutput } from '../operation';
import { changeParticipants, participantsForm } from './participants';

export const description = updateDisplayOptions(
	{ show: { resource: ['group'], operation: ['promoteParticipants'] } },
	participantsForm,
);

/** Makes participants admins; the instance must be an admin of the group. Returns one item per person. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return await changeParticipants(this, 'promote', itemIndex);
}
