import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { numberOrThrow } from '../../descriptions/number';
import { getRecipient, recipientLocator } from '../../descriptions/locators/recipientLocator';
import { getText } from '../../descriptions/text';
import { FROM_VERSION_2, VERSION_1 } from '../../descriptions/version';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './sending/idempotency';
import { sendMessage } from './sending/send';
import { sendAt } from './sending/sendAt';
import { messageOptions, optionalBody, sendingOptions, TEXT_CONCURRENCY } from './sending/sendingOptions';

const latitude: INodeProperties = {
	displayName: 'Latitude',
	name: 'latitude',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 48.210434',
	description: 'The degrees north of the equator, from -90 to 90',
};

const longitude: INodeProperties = {
	displayName: 'Longitude',
	name: 'longitude',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 16.365497',
	description: 'The degrees east of Greenwich, from -180 to 180',
};

/** n8n stores no value that is the default, so that a number that was forgotten and one that is 0 look the same. */
const numbers: INodeProperties[] = [
	{
		...latitude,
		type: 'number',
		typeOptions: { minValue: -90, maxValue: 90, numberPrecision: 6 },
		default: 0,
	},
	{
		...longitude,
		type: 'number',
		typeOptions: { minValue: -180, maxValue: 180, numberPrecision: 6 },
		default: 0,
	},
];

const ownOptions: INodeProperties[] = [
	{
		displayName: 'Address',
		name: 'address',
		type: 'string',
		default: '',
		placeholder: 'e.g. Herrengasse 14, Vienna',
		description: 'The address to show below the map',
	},
	{
		displayName: 'Location Name',
		name: 'locationName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Café Central',
		description: 'The name of the place to show below the map',
	},
	{
		displayName: 'Location URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/',
		description: 'A page about the place; the official business API does not show it',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendLocation'] } },
	[
		instanceLocator,
		recipientLocator,
		...updateDisplayOptions({ show: VERSION_1 }, numbers),
		...updateDisplayOptions({ show: FROM_VERSION_2 }, [latitude, longitude]),
		sendingOptions(TEXT_CONCURRENCY, ...messageOptions, ...ownOptions, sendAt),
	],
);

/**
 * POST /v1/messages/send with a location (an addition). Throws a NodeOperationError when a coordinate is no number, or when
 * both are 0, which is a place in the Atlantic: nobody has entered them in version 1, or an expression has no value.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const degrees = (name: string, field: string) =>
		numberOrThrow(this, this.getNodeParameter(name, itemIndex), field, itemIndex);
	const latitude = degrees('latitude', 'Latitude');
	const longitude = degrees('longitude', 'Longitude');
	if (latitude === 0 && longitude === 0) {
		throw new NodeOperationError(this.getNode(), 'No coordinates entered: Latitude and Longitude are 0', {
			description:
				'Enter the coordinates of the place, or check that the expressions have values for this item.',
			itemIndex,
		});
	}
	const option = (name: string, field: string) =>
		getText(this, `options.${name}`, field, itemIndex).trim() || undefined;
	const details = {
		name: option('locationName', 'Location Name'),
		address: option('address', 'Address'),
		url: option('url', 'Location URL'),
	};
	const location: IDataObject = {
		latitude,
		longitude,
		...Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
	};
	const body = { to: getRecipient(this, itemIndex), location, ...optionalBody(this, itemIndex) };
	return [{ json: await sendMessage(this, itemIndex, getIdempotencyKey(this, itemIndex), body) }];
}

export { chatOrderingKey as orderingKey } from './sending/send';
export { TEXT_CONCURRENCY as concurrency } from './sending/sendingOptions';
