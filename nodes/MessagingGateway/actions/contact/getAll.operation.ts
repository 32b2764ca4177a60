import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import type { Fields } from '../../descriptions/output';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { limitOf, returnAll } from '../../descriptions/returnAll';
import { MAX_CONTACTS_PAGE, readPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';

/** The fields of a contact (specification: Contact). */
const contactFields: Fields = {
	all: ['about', 'isBlocked', 'name', 'phone', 'profilePicUrl'],
	simplified: ['phone', 'name', 'about', 'isBlocked'],
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ada',
			description: 'Return only contacts whose name or phone number contains this',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['contact'], operation: ['getAll'] } }, [
	instanceLocator,
	...returnAll,
	filters,
	...outputChoice(contactFields),
]);

/** GET /v1/contacts, as many pages as it takes. Gives one item a contact. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { search } = this.getNodeParameter('filters', itemIndex) as { search?: string };
	const query = { instanceId: instanceIdOf(this, itemIndex), ...(search && { search }) };
	const request = { method: 'GET', path: '/v1/contacts', query, itemIndex } as const;
	const contacts = await readPages(this, request, limitOf(this, itemIndex), MAX_CONTACTS_PAGE);
	return contacts.map((contact) => chosenOutput(this, itemIndex, contact, contactFields));
}
