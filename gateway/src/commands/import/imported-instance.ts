/** A webhook of another gateway, as this gateway registers it. */
export interface ImportedWebhook {
	url: string;
	/** Event kinds of this gateway; never empty. */
	events: string[];
	/** The secret that signs its deliveries; absent: the gateway generates one. */
	secret?: string;
}

/** An instance of another gateway, as this gateway creates it. */
export interface ImportedInstance {
	name: string;
	/** The phone number of its account, as far as the export says; it is not stored. */
	phone: string | null;
	settings: { rejectCalls?: boolean; autoRead?: boolean; proxyUrl?: string };
	webhooks: ImportedWebhook[];
	/** The settings without a counterpart, as sentences. */
	notes: string[];
}

/** Event kinds of this gateway for those of another; an empty list: there is no counterpart. */
export type EventTable = Readonly<Record<string, readonly string[]>>;

/** Longest name of an instance, in characters. */
const NAME_LIMIT = 100;

/** Returns the event kinds for those of another gateway, and which of them have no counterpart. */
export function mapEvents(
	events: readonly string[],
	table: EventTable,
): { events: string[]; missing: string[] } {
	if (events.includes('*')) return { events: ['*'], missing: [] };
	return {
		events: [...new Set(events.flatMap((event) => table[event] ?? []))],
		missing: events.filter((event) => (table[event] ?? []).length === 0),
	};
}

/** Returns a name that this gateway accepts. */
export function instanceName(name: string): string {
	return Array.from(name.trim()).slice(0, NAME_LIMIT).join('');
}

/** Returns a URL without its path and query, which often contain a secret. */
export function shownUrl(url: string): string {
	if (!URL.canParse(url)) return 'an address that cannot be read';
	const { origin, pathname, search } = new URL(url);
	return pathname === '/' && search === '' ? origin : `${origin}/…`;
}
