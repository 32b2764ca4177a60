import { findWebhookOfDelivery } from '../../store/admin/find-webhook-of-delivery.ts';
import { findChats, findContactsWithoutChat, type FoundPerson } from '../../store/admin/find-people.ts';
import type { Db } from '../../store/schema.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { Found, FindQuery } from './find-schema.ts';

/** Chats, and people without one, that the page shows at once. */
const LIMIT = 6;

/** The search of the page by names and ids, in all instances (an addition). */
export const adminFindRoutes: Routes<'store'> = (app, { store }) => {
	const defineRoute = routeDefiner(app, { tag: 'People', access: 'signed in', extension: true });

	defineRoute({
		method: 'GET',
		url: '/admin/v1/find',
		operationId: 'find',
		summary: 'Find chats and people of all instances, and the webhook of a delivery',
		querystring: FindQuery,
		data: Found,
		handler: ({ query }) => find(store.read, query.q.trim()),
	});
	return Promise.resolve();
};

async function find(db: Db, text: string): Promise<Found> {
	const webhookId = text.startsWith('dlv_') ? await findWebhookOfDelivery(db, text) : null;
	return {
		chats: webhookId !== null ? [] : (await findChats(db, text, LIMIT)).map(foundPersonView),
		contacts: webhookId !== null ? [] : (await findContactsWithoutChat(db, text, LIMIT)).map(foundPersonView),
		delivery: webhookId === null ? null : { deliveryId: text, webhookId },
	};
}

function foundPersonView(row: FoundPerson): Found['chats'][number] {
	return {
		instanceId: row.instance_id,
		instanceName: row.instance_name,
		chatId: row.id,
		name: row.name,
		phone: row.phone,
		isGroup: row.is_group === 1,
	};
}
