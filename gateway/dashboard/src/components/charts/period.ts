import type { WebhookStatistics } from '../../api/types.ts';

/** How far back a chart goes. */
export type Period = WebhookStatistics['period'];

export const PERIODS: readonly (readonly [Period, string])[] = [
	['1h', 'Last hour'],
	['24h', 'Last 24 hours'],
	['7d', 'Last 7 days'],
	['30d', 'Last 30 days'],
];

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, {
	weekday: 'short',
	day: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
});
// The gateway counts days of UTC.
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const FORMATS = { '1h': TIME, '24h': TIME, '7d': DAY_AND_TIME, '30d': DAY } as const;

/** The start of an interval of a period as text. */
export function formatStart(period: Period, from: string): string {
	return FORMATS[period].format(new Date(from));
}
