import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { connectionOrThrow, namedInstanceOrThrow } from '../../instances/find-instance.ts';
import { listContacts } from '../../store/chats/contacts.ts';
import { currentIdOf } from '../../store/chats/person-ids.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	CheckContactsBody,
	ContactCheckItem,
	ContactPage,
	ContactProfile,
	ListContactsQuery,
	OfInstance,
	OneContact,
} from './schema.ts';
import { contactCheckItem, contactProfileView, contactView } from './view.ts';

const config = { requiresLease: true } as const;

export const contactRoutes: Routes<'store' | 'connections'> = (app, { store, connections }) => {
	const defineRoute = routeDefiner(app, { tag: 'Contacts', access: 'messages:read' });

	defineRoute({
		method: 'POST',
		url: '/v1/contacts/check',
		concerns: 'instance in body',
		config,
		operationId: 'checkContacts',
		summary: 'Check which phones are on the network',
		body: CheckContactsBody,
		data: Type.Array(ContactCheckItem, { description: 'One per phone, in the order given.' }),
		errors: ['invalid_phone_number', 'invalid_instance', 'instance_disconnected', 'official_api_instance'],
		handler: async ({ body: { instanceId, phones } }) => {
			const { connection } = await connectionOrThrow(store.read, connections, instanceId);
			const existing = await connection.checkNumbers([...new Set(phones)]);
			return phones.map((phone) => contactCheckItem(phone, existing.has(phone)));
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/contacts',
		concerns: 'instance in query',
		config,
		operationId: 'listContacts',
		summary: 'List the contacts of an instance, by name',
		description: 'As the network reported them last, also while the instance is disconnected.',
		querystring: ListContactsQuery,
		response: ContactPage,
		errors: ['invalid_instance'],
		handler: async ({ query: { instanceId, limit = 100, offset = 0, search = '' } }) => {
			const { id } = await namedInstanceOrThrow(store.read, instanceId);
			const page = { search: search.trim() === '' ? null : search.trim(), limit, offset };
			const { contacts, total } = await listContacts(store.read, id, page);
			return { success: true, data: contacts.map(contactView), pagination: { total, limit, offset } };
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/contacts/:phone/profile',
		concerns: 'instance in query',
		config,
		operationId: 'getContactProfile',
		summary: 'Get the present profile of a contact from the network',
		params: OneContact,
		querystring: OfInstance,
		data: ContactProfile,
		errors: [
			'invalid_phone_number',
			'invalid_instance',
			'instance_disconnected',
			'official_api_instance',
			'contact_not_found',
		],
		handler: async ({ params: { phone }, query: { instanceId } }) => {
			const { connection } = await connectionOrThrow(store.read, connections, instanceId);
			const contactId = await currentIdOf(store.read, instanceId, chatIdOf(phone));
			const profile = await connection.getContact(contactId);
			if (profile !== null) return contactProfileView(profile);
			throw new GatewayError(
				'contact_not_found',
				`${phone} is not on the network. Check numbers with POST /v1/contacts/check.`,
			);
		},
	});
	return Promise.resolve();
};
