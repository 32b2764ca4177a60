import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { removableText, textOrThrow } from '../../descriptions/text';
import { uploadFile } from '../../transport/uploadFile';
import { gatewayData } from '../../transport/request';
import { getInputFile } from '../inputFile';
import { noFieldsToUpdate } from '../noFieldsToUpdate';
import type { OperationOutput } from '../operation';
import { instancePath } from './instancePath';

/** The fields of the form; n8n passes only those that were added. */
interface ProfileFields {
	about?: unknown;
	name?: unknown;
	pictureField?: unknown;
	pictureUrl?: unknown;
}

const ABOUT = { path: 'updateFields.about', label: 'About', removes: 'the text' };
const PICTURE_URL = { path: 'updateFields.pictureUrl', label: 'Picture URL', removes: 'the picture' };

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['updateProfile'] } },
	[
		instanceLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			description: 'Fields that are not added keep their values',
			options: [
				{
					displayName: 'About',
					name: 'about',
					type: 'string',
					default: '',
					placeholder: 'e.g. Open from 9 to 17',
					description: 'The text of the profile',
				},
				{
					displayName: 'Input Picture Field',
					name: 'pictureField',
					type: 'string',
					default: 'data',
					typeOptions: { binaryDataProperty: true },
					placeholder: 'e.g. data',
					description: 'The name of the input binary field that contains the new picture',
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Corner Shop',
					description: 'The name that others see. The official business API cannot change it.',
				},
				{
					displayName: 'Picture URL',
					name: 'pictureUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/logo.png',
					description: 'Public address of the new picture. Leave empty to remove the picture.',
				},
			],
		},
	],
);

/**
 * PATCH /v1/instances/{instanceId}/profile (an addition) with the fields that were added. Returns phone, name and picture
 * of the profile. Throws a NodeOperationError when no field was added, or two pictures.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const fields = this.getNodeParameter('updateFields', itemIndex) as ProfileFields;
	const { about, name, pictureField, pictureUrl } = fields;
	const removable = (value: unknown, field: typeof ABOUT) => removableText(this, value, field, itemIndex);
	if (Object.values(fields).every((value) => value === undefined)) {
		throw noFieldsToUpdate(this, itemIndex);
	}
	if (pictureField !== undefined && pictureUrl !== undefined) {
		throw new NodeOperationError(this.getNode(), 'Two pictures are given', {
			description: 'Remove either Input Picture Field or Picture URL.',
			itemIndex,
		});
	}
	const body: IDataObject = {
		...(about !== undefined && { about: removable(about, ABOUT) ?? '' }),
		...(name !== undefined && { name: textOrThrow(this, name, 'Name', itemIndex) }),
		...(pictureUrl !== undefined && { picture: removable(pictureUrl, PICTURE_URL)?.trim() ?? null }),
	};
	if (pictureField !== undefined) {
		const file = getInputFile(this, pictureField, itemIndex);
		body.picture = (await uploadFile(this, file, 'image', itemIndex)).mediaUrl;
	}
	const path = `${instancePath(this, itemIndex)}/profile`;
	return [{ json: await gatewayData(this, { method: 'PATCH', path, body, itemIndex }) }];
}
