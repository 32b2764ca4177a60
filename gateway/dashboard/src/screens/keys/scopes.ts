import type { Scope } from '../../api/types.ts';

const DESCRIPTIONS: Record<Scope, string> = {
	'messages:read': 'Read messages, chats, contacts and groups',
	'messages:write': 'Send messages, and change groups',
	'instances:read': 'See instances',
	'instances:write': 'Create, connect and change instances',
	'webhooks:read': 'See webhooks and deliveries',
	'webhooks:write': 'Create and change webhooks',
	'billing:read': 'See usage',
	'metrics:read': 'Read the metrics',
};

export const SCOPE_OPTIONS = (Object.keys(DESCRIPTIONS) as Scope[]).map((value) => ({
	value,
	label: value,
	description: DESCRIPTIONS[value],
}));
