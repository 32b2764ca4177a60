import type { ApiDocument, Operation } from './document.ts';
import type { KnownIds } from './example-value.ts';

/** An operation of the API, and where it is. */
export interface FoundOperation {
	method: string;
	path: string;
	operation: Operation;
}

/** The operations that the screens of an area use: those with one of the tags, and those of the names. */
interface Area {
	tags?: readonly string[];
	names?: readonly string[];
	/** The most wanted operation; absent: one on the screen's own object. */
	first?: string;
}

/** By the first segment of the addresses of the screens. */
const AREAS: Readonly<Record<string, Area>> = {
	instances: { tags: ['Instances'] },
	chats: { tags: ['Messages', 'Contacts', 'Groups'], first: 'sendMessage' },
	messages: { tags: ['Messages'] },
	contacts: { tags: ['Contacts'], names: ['sendMessage'] },
	groups: { tags: ['Groups'], names: ['sendMessage'] },
	templates: { names: ['listTemplates', 'sendTemplate'] },
	webhooks: { tags: ['Webhooks'] },
	events: { tags: ['Webhooks', 'Messages'] },
	ledger: { names: ['getLedger'] },
	alerts: { tags: ['Health', 'Operation'], names: ['getWebhookHealth', 'getInstanceStatus'] },
	usage: { tags: ['Health', 'Operation'] },
};
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The operations of a screen: the most wanted first, then those on the screen's own object. Leaves out operations on
 * objects whose id the screen does not have; a screen without an area has all operations. `path` is the address of the
 * screen.
 */
export function operationsOf(document: ApiDocument, path: string, ids: KnownIds): FoundOperation[] {
	const all = Object.entries(document.paths).flatMap(([url, methods]) =>
		METHODS.flatMap((method): FoundOperation[] => {
			const operation = methods[method];
			return operation === undefined ? [] : [{ method, path: url, operation }];
		}),
	);
	const area = areaOf(path);
	if (area === undefined) return all;
	const { tags = [], names = [], first } = area;
	const rank = ({ path: url, operation: { operationId } }: FoundOperation): number =>
		operationId === first ? Number.POSITIVE_INFINITY : idsIn(url).length;
	return all
		.filter(({ operation: { operationId, tags: own = [] } }) =>
			names.includes(operationId) ? true : own.some((tag) => tags.includes(tag)),
		)
		.filter(({ path: url }) => idsIn(url).every((name) => ids[name] !== undefined))
		.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

/** Whether only people in a session may see the content of a screen; such a screen offers all operations. */
export function isForPeople(path: string): boolean {
	return ['keys', 'audit', 'users', 'account'].includes(path.split('/')[1] ?? '');
}

function areaOf(path: string): Area | undefined {
	return AREAS[path.split('/')[1] ?? ''];
}

function idsIn(url: string): string[] {
	return [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
