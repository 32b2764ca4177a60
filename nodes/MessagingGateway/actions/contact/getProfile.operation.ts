import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { contactLocator, getContactId } from '../../descriptions/locators/contactLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { pictureFields, downloadPicture } from '../../descriptions/downloadPicture';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

interface Profile extends IDataObject {
	profilePicUrl: string | null;
}

export const description = updateDisplayOptions(
	{ show: { resource: ['contact'], operation: ['getProfile'] } },
	[instanceLocator, contactLocator, ...pictureFields('profile picture')],
);

/**
 * GET /v1/contacts/{phone}/profile. Returns the profile. With Download Picture it adds the profile picture as a
 * file, unless the contact hides it.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const contactId = getContactId(this, itemIndex);
	const profile = await gatewayData<Profile>(this, {
		method: 'GET',
		path: `/v1/contacts/${encodeURIComponent(contactId)}/profile`,
		query: { instanceId: getInstanceId(this, itemIndex) },
		itemIndex,
	});
	const binary = await downloadPicture(this, profile.profilePicUrl, `profile-${contactId}`, itemIndex);
	return [{ json: profile, ...(binary && { binary }) }];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
