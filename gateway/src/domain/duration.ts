/** Milliseconds of an hour and of a day. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const UNITS = { s: 1000, m: 60_000, h: HOUR, d: DAY } as const;
type Unit = keyof typeof UNITS;

/** Returns a duration in milliseconds: a whole number with its unit, such as `30m`. */
export function parseDuration(text: string): number {
	return Number(text.slice(0, -1)) * UNITS[text.slice(-1) as Unit];
}

/** Returns milliseconds in the largest unit that has a whole number of them. */
export function formatDuration(milliseconds: number): string {
	const seconds = Math.max(1, Math.round(milliseconds / 1000)) * 1000;
	const unit = (['d', 'h', 'm'] as const).find((one) => seconds % UNITS[one] === 0) ?? 's';
	return `${seconds / UNITS[unit]}${unit}`;
}
