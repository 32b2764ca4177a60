import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { phonesOf } from '../../descriptions/phoneField';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The most phones of one request. */
const PHONES_AT_ONCE = 100;

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
			'The phone numbers to check, with their country codes. Separate several by commas, or give a list with an expression.',
	},
]);

/** POST /v1/contacts/check, a hundred phones at a time. Gives one item a phone: phone, exists and jid. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const instanceId = instanceIdOf(this, itemIndex);
	const phones = phonesOf(this, 'phones', itemIndex);
	const checked: OperationOutput[] = [];
	for (let start = 0; start < phones.length; start += PHONES_AT_ONCE) {
		const results = await gatewayData<IDataObject[]>(this, {
			method: 'POST',
			path: '/v1/contacts/check',
			body: { instanceId, phones: phones.slice(start, start + PHONES_AT_ONCE) },
			itemIndex,
		});
		checked.push(...results.map((json) => ({ json })));
	}
	return checked;
}

export { ownLane as lane } from '../lanes';
