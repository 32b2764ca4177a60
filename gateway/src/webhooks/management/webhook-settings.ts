import type { WebhookFilter } from '../../domain/webhooks/webhook-filter.ts';
import type { WebhookRow } from '../../store/schema.ts';

/** The settings by which events are delivered to a webhook. */
export interface WebhookSettings {
	ordered: boolean;
	/** Seconds of silence after which the messages of a chat are delivered together; null: each on its own. */
	collect: { seconds: number } | null;
	/** Null: no event is left out. */
	filter: WebhookFilter | null;
	/** Null: not limited. */
	ratePerSecond: number | null;
}

/** The settings of a webhook where none are given. */
export const DEFAULT_SETTINGS: WebhookSettings = {
	ordered: false,
	collect: null,
	filter: null,
	ratePerSecond: null,
};

type SettingsColumns = Pick<WebhookRow, 'ordered' | 'collect_seconds' | 'filter' | 'rate_per_second'>;

/** Returns the columns that hold these settings; absent settings have none. */
export function settingsColumns(settings: Partial<WebhookSettings>): Partial<SettingsColumns> {
	const { ordered, collect, filter, ratePerSecond } = settings;
	const columns: Partial<SettingsColumns> = {};
	if (ordered !== undefined) columns.ordered = ordered ? 1 : 0;
	if (collect !== undefined) columns.collect_seconds = collect?.seconds ?? null;
	if (filter !== undefined) columns.filter = filter === null ? null : JSON.stringify(filter);
	if (ratePerSecond !== undefined) columns.rate_per_second = ratePerSecond;
	return columns;
}

/** Returns the settings of a webhook. */
export function settingsOf(row: SettingsColumns): WebhookSettings {
	return {
		ordered: row.ordered === 1,
		collect: row.collect_seconds === null ? null : { seconds: row.collect_seconds },
		filter: row.filter === null ? null : (JSON.parse(row.filter) as WebhookFilter),
		ratePerSecond: row.rate_per_second,
	};
}

/** Returns a filter without empty parts; null where nothing is left, since it would leave nothing out. */
function withoutEmptyParts(filter: WebhookFilter): WebhookFilter | null {
	const { text, ...rest } = filter;
	const hasText = text !== undefined && Object.keys(text).length > 0;
	const compact = hasText ? filter : rest;
	return Object.keys(compact).length === 0 ? null : compact;
}

/** Returns settings without empty parts of the filter, which have no effect. */
export function withoutEmptyFilterParts<T extends Partial<WebhookSettings>>(settings: T): T {
	const { filter } = settings;
	return filter === undefined || filter === null
		? settings
		: { ...settings, filter: withoutEmptyParts(filter) };
}
