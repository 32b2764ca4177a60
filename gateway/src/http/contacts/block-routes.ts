import { chatIdOf } from '../../domain/phone.ts';
import { setBlocked } from '../../instances/set-blocked.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { BlockedContact, Contact, OfInstance } from './schema.ts';
import { contactView } from './view.ts';

export const contactBlockRoutes: Routes<'store' | 'connections'> = (app, deps) => {
	const defineRoute = routeDefiner(app, {
		tag: 'Contacts',
		access: 'messages:write',
		concerns: 'instance in body',
		extension: true,
		config: { requiresLease: true },
	});

	for (const [action, blocked] of [
		['block', true],
		['unblock', false],
	] as const) {
		defineRoute({
			method: 'POST',
			url: `/v1/contacts/:contactId/${action}`,
			operationId: `${action}Contact`,
			summary: blocked
				? 'Block a person, whose messages and calls then no longer arrive'
				: 'Unblock a person',
			params: BlockedContact,
			body: OfInstance,
			data: Contact,
			errors: ['invalid_phone_number', 'invalid_instance', 'instance_disconnected', 'contact_not_found'],
			handler: async ({ params, body: { instanceId } }) => {
				const person = { instanceId, contactId: chatIdOf(params.contactId) };
				return contactView(await setBlocked(deps, person, blocked));
			},
		});
	}
	return Promise.resolve();
};
