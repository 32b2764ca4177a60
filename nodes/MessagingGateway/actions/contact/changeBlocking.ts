import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { contactLocator, getContactId } from '../../descriptions/locators/contactLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The form of Block and Unblock. */
export const blockingForm: INodeProperties[] = [instanceLocator, contactLocator];

/** POST /v1/contacts/{contactId}/block or unblock (additions). Returns the contact. */
export async function changeBlocking(
	context: IExecuteFunctions,
	action: 'block' | 'unblock',
	itemIndex: number,
): Promise<OperationOutput[]> {
	const contactId = encodeURIComponent(getContactId(context, itemIndex));
	const contact = await gatewayData(context, {
		method: 'POST',
		path: `/v1/contacts/${contactId}/${action}`,
		body: { instanceId: getInstanceId(context, itemIndex) },
		itemIndex,
	});
	return [{ json: contact }];
}
