import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import type { Fields } from '../../descriptions/output';
import { selectOutput, outputFields } from '../../descriptions/output';
import { getLimit, returnAll } from '../../descriptions/limit';
import { getText } from '../../descriptions/text';
import { MAX_CONTACTS_PAGE, readOffsetPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';

/** The fields of a contact (specification: Contact; the ID and the username are additions). */
const contactFields: Fields = {
	all: ['about', 'id', 'isBlocked', 'name', 'phone', 'profilePicUrl', 'username'],
	simplified: ['phone', 'name', 'about', 'id', 'username', 'isBlocked'],
	simplifiedInVersion1: ['phone', 'name', 'about', 'isBlocked'],
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
			description: 'Return only contacts whose name, username or phone number contains this',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['contact'], operation: ['getAll'] } }, [
	instanceLocator,
	...returnAll,
	filters,
	...outputFields(contactFields),
]);

/** GET /v1/contacts, page by page. Returns one item per contact. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const search = getText(this, 'filters.search', 'Search', itemIndex);
	const query = { instanceId: getInstanceId(this, itemIndex), ...(search && { search }) };
	const request = { method: 'GET', path: '/v1/contacts', query, itemIndex } as const;
	const contacts = await readOffsetPages(this, request, getLimit(this, itemIndex), MAX_CONTACTS_PAGE);
	return contacts.map((contact) => selectOutput(this, itemIndex, contact, contactFields));
}
