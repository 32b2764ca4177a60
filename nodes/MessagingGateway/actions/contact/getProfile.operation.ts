import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { contactLocator, contactPhoneOf } from '../../descriptions/contactLocator';
import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { pictureFields, pictureFile } from '../../descriptions/picture';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

interface Profile extends IDataObject {
	phone: string;
	profilePicUrl: string | null;
}

export const description = updateDisplayOptions(
	{ show: { resource: ['contact'], operation: ['getProfile'] } },
	[instanceLocator, contactLocator, ...pictureFields('profile picture')],
);

/**
 * GET /v1/contacts/{phone}/profile. Gives the profile, and the picture as a file when it is asked for and the
 * contact shows one.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const phone = contactPhoneOf(this, itemIndex);
	const profile = await gatewayData<Profile>(this, {
		method: 'GET',
		path: `/v1/contacts/${encodeURIComponent(phone)}/profile`,
		query: { instanceId: instanceIdOf(this, itemIndex) },
		itemIndex,
	});
	const binary = await pictureFile(this, profile.profilePicUrl, `profile-${phone}`, itemIndex);
	return [{ json: profile, ...(binary && { binary }) }];
}

export { ownLane as lane } from '../lanes';
