import type { ComponentType } from 'preact';

/** The path parameters of a screen. */
export type Parameters = Readonly<Record<string, string>>;
export type Screen = ComponentType<{ parameters: Parameters }>;

export interface Route {
	/** Path pattern; a segment that begins with a colon is a parameter. */
	path: string;
	/** The area of the page, which the title of the document ends with. */
	title: string;
	/** Whether only owners may see it. */
	ownerOnly?: boolean;
	load: () => Promise<{ default: Screen }>;
}

/** A screen of several paths has one function, so that it stays in place on the way from one path to another. */
const chats = () => import('../screens/chats/chats.tsx');
const contacts = () => import('../screens/contacts/contacts.tsx');
const groups = () => import('../screens/groups/groups.tsx');
const templates = () => import('../screens/templates/templates.tsx');

export const ROUTES: readonly Route[] = [
	{ path: '/', title: 'Overview', load: () => import('../screens/overview/overview.tsx') },
	{ path: '/instances', title: 'Instances', load: () => import('../screens/instances/instances.tsx') },
	{
		path: '/instances/:instanceId',
		title: 'Instances',
		load: () => import('../screens/instance/instance.tsx'),
	},
	{ path: '/chats', title: 'Chats', load: chats },
	{ path: '/chats/:instanceId', title: 'Chats', load: chats },
	{ path: '/chats/:instanceId/:chatId', title: 'Chats', load: chats },
	{ path: '/contacts', title: 'Contacts', load: contacts },
	{ path: '/contacts/:instanceId', title: 'Contacts', load: contacts },
	{
		path: '/contacts/:instanceId/:contactId',
		title: 'Contacts',
		load: () => import('../screens/contact/contact.tsx'),
	},
	{ path: '/groups', title: 'Groups', load: groups },
	{ path: '/groups/:instanceId', title: 'Groups', load: groups },
	{
		path: '/groups/:instanceId/:groupId',
		title: 'Groups',
		load: () => import('../screens/group/group.tsx'),
	},
	{ path: '/templates', title: 'Templates', load: templates },
	{ path: '/templates/:instanceId', title: 'Templates', load: templates },
	{ path: '/messages/:messageId', title: 'Messages', load: () => import('../screens/message/message.tsx') },
	{ path: '/webhooks', title: 'Webhooks', load: () => import('../screens/webhooks/webhooks.tsx') },
	{
		path: '/webhooks/:webhookId',
		title: 'Webhooks',
		load: () => import('../screens/webhook/webhook.tsx'),
	},
	{
		path: '/webhooks/:webhookId/deliveries/:deliveryId',
		title: 'Webhooks',
		load: () => import('../screens/delivery/delivery.tsx'),
	},
	{ path: '/events', title: 'Events', load: () => import('../screens/events/events.tsx') },
	{ path: '/events/:eventId', title: 'Events', load: () => import('../screens/event/event.tsx') },
	{ path: '/ledger', title: 'Ledger', load: () => import('../screens/ledger/ledger.tsx') },
	{ path: '/keys', title: 'API keys', ownerOnly: true, load: () => import('../screens/keys/keys.tsx') },
	{ path: '/alerts', title: 'Alerts', load: () => import('../screens/alerts/alerts.tsx') },
	{ path: '/usage', title: 'Usage and limits', load: () => import('../screens/usage/usage.tsx') },
	{ path: '/audit', title: 'Audit log', ownerOnly: true, load: () => import('../screens/audit/audit.tsx') },
	{ path: '/users', title: 'Users', ownerOnly: true, load: () => import('../screens/users/users.tsx') },
	{
		path: '/users/:userId',
		title: 'Users',
		ownerOnly: true,
		load: () => import('../screens/user/user.tsx'),
	},
	{ path: '/account', title: 'Account', load: () => import('../screens/account/account.tsx') },
	{ path: '/reference', title: 'API reference', load: () => import('../screens/reference/reference.tsx') },
];

/** Returns the route of a path with its parameters; null: no route matches. */
export function findRoute(path: string): { route: Route; parameters: Parameters } | null {
	for (const route of ROUTES) {
		const parameters = match(route.path, path);
		if (parameters !== null) return { route, parameters };
	}
	return null;
}

function match(pattern: string, path: string): Parameters | null {
	const expected = pattern.split('/');
	const actual = path.split('/');
	if (expected.length !== actual.length) return null;
	const parameters: Record<string, string> = {};
	for (const [index, segment] of expected.entries()) {
		const value = actual[index] ?? '';
		if (segment.startsWith(':') && value !== '') parameters[segment.slice(1)] = decode(value);
		else if (segment !== value) return null;
	}
	return parameters;
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
