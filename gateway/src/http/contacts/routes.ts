import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { connectionOrThrow, namedInstanceOrThrow } from '../../instances/find.ts';
import { listContacts } from '../../store/chats/contacts.ts';
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
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';
import { contactProfileView, contactView } from './view.ts';

const tags = ['Contacts'];
const config = { access: 'messages:read' as const, requiresLease: true as const };

export const contactRoutes: Routes = (app, { store, connections }) => {
	app.post(
		'/v1/contacts/check',
		{
			config,
			schema: {
				tags,
				operationId: 'checkContacts',
				summary: 'Tell which phones are on the network',
				body: CheckContactsBody,
				response: {
					200: Data(Type.Array(ContactCheckItem, { description: 'One per phone, in the order given.' })),
					...errorResponses(
						...BODY_ERRORS,
						'invalid_phone_number',
						'invalid_instance',
						'instance_disconnected',
						'official_api_instance',
					),
				},
			},
		},
		async (request) => {
			const { instanceId, phones } = request.body;
			const { connection } = await connectionOrThrow(store.read, connections, instanceId);
			const existing = await connection.checkNumbers([...new Set(phones)]);
			return {
				success: true,
				data: phones.map((phone) => {
					const exists = existing.has(phone);
					return { phone, exists, jid: exists ? chatIdOf(phone) : null };
				}),
			};
		},
	);

	app.get(
		'/v1/contacts',
		{
			config,
			schema: {
				tags,
				operationId: 'listContacts',
				summary: 'List the contacts of an instance, by name',
				description: 'Those last reported, also while the instance is disconnected.',
				querystring: ListContactsQuery,
				response: { 200: ContactPage, ...errorResponses('invalid_parameters', 'invalid_instance') },
			},
		},
		async (request) => {
			const { instanceId, limit = 100, offset = 0, search = '' } = request.query;
			const instance = await namedInstanceOrThrow(store.read, instanceId);
			const wanted = search.trim() === '' ? null : search.trim();
			const page = { search: wanted, limit, offset };
			const { contacts, total } = await listContacts(store.read, instance.id, page);
			return { success: true, data: contacts.map(contactView), pagination: { total, limit, offset } };
		},
	);

	app.get(
		'/v1/contacts/:phone/profile',
		{
			config,
			schema: {
				tags,
				operationId: 'getContactProfile',
				summary: 'Get what the network tells of a contact now',
				params: OneContact,
				querystring: OfInstance,
				response: {
					200: Data(ContactProfile),
					...errorResponses(
						'invalid_parameters',
						'invalid_phone_number',
						'invalid_instance',
						'instance_disconnected',
						'official_api_instance',
						'contact_not_found',
					),
				},
			},
		},
		async (request) => {
			const { phone } = request.params;
			const { connection } = await connectionOrThrow(store.read, connections, request.query.instanceId);
			const card = await connection.getContact(phone);
			if (card !== null) return { success: true, data: contactProfileView(card) };
			throw new GatewayError(
				'contact_not_found',
				`${phone} is not on the network. Check numbers with POST /v1/contacts/check.`,
			);
		},
	);
	return Promise.resolve();
};
