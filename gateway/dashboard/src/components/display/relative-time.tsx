import { now } from './now.ts';

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
	['day', 86_400],
	['hour', 3600],
	['minute', 60],
];
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** A time relative to now, such as 5 min. ago or in 2 hr. */
export function RelativeTime({ at }: { at: string }) {
	const date = new Date(at);
	return (
		<time dateTime={at} title={FULL.format(date)}>
			{formatDistance((date.getTime() - now.value) / 1000)}
		</time>
	);
}

/** Formats a distance in seconds; negative: in the past. */
function formatDistance(seconds: number): string {
	for (const [unit, length] of STEPS) {
		if (Math.abs(seconds) >= length) return WORDS.format(Math.trunc(seconds / length), unit);
	}
	return seconds > 0 ? 'in a moment' : 'just now';
}
