import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { OperationOutput } from '../operation';
import { changeParticipants, participantsForm } from './participants';

export const description = updateDisplayOptions(
	{ show: { resource: ['group'], operation: ['removeParticipants'] } },
	participantsForm,
);

/** The action `remove`: gives one item a phone, see `participants.ts`. The instance must be an admin. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return await changeParticipants(this, 'remove', itemIndex);
}
