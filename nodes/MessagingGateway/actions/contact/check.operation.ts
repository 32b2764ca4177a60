import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getPhones } from '../../descriptions/phones';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** Limit of the gateway for one request. */
const MAX_PHONES_PER_REQUEST = 100;

export const description = updateDisplayOptions({ show: { resource: ['contact'], operation: ['check'] } }, [
	instanceLocator,
	{
		displayName: 'Phone Numbers',
		name: 'phones',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. +49 151 23456789, +1 555 0109999',
		description:
			'The phone numbers to check, with their country codes. Separate several with commas, or use an expression that returns a list.',
	},
]);

/** POST /v1/contacts/check in batches of 100 phones. Returns one item per phone: phone, exists and jid. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const instanceId = getInstanceId(this, itemIndex);
	const phones = getPhones(this, 'phones', itemIndex);
	const checked: OperationOutput[] = [];
	for (let start = 0; start < phones.length; start += MAX_PHONES_PER_REQUEST) {
		const results = await gatewayData<IDataObject[]>(this, {
			method: 'POST',
			path: '/v1/contacts/check',
			body: { instanceId, phones: phones.slice(start, start + MAX_PHONES_PER_REQUEST) },
			itemIndex,
		});
		checked.push(...results.map((json) => ({ json })));
	}
	return checked;
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
