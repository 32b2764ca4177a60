import { computed } from '@preact/signals';
import { now } from './now.ts';

const SHORT = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const WITH_SECONDS = new Intl.DateTimeFormat(undefined, {
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});
const WITH_DAY = new Intl.DateTimeFormat(undefined, {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
});
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const HALF_A_YEAR = 180 * 24 * 3600 * 1000;

const today = computed(() => new Date(now.value).toDateString());

interface Properties {
	/** An ISO 8601 time. */
	at: string;
	seconds?: boolean;
}

/** A time in the reader's time zone: short as text, in full as the title. */
export function Timestamp({ at, seconds = false }: Properties) {
	const date = new Date(at);
	return (
		<time dateTime={at} title={FULL.format(date)}>
			{shortOf(date, seconds)}
		</time>
	);
}

function shortOf(date: Date, seconds: boolean): string {
	if (date.toDateString() === today.value) return (seconds ? WITH_SECONDS : SHORT).format(date);
	if (Math.abs(now.value - date.getTime()) > HALF_A_YEAR) return DAY.format(date);
	return seconds ? `${DAY.format(date)}, ${WITH_SECONDS.format(date)}` : WITH_DAY.format(date);
}

/** A time, or the text `none` for null. */
export function OptionalTimestamp({ at, none }: { at: string | null; none: string }) {
	return at === null ? <span class="faint">{none}</span> : <Timestamp at={at} />;
}
