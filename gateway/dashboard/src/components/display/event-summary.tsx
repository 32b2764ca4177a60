import type { StoredEvent } from '../../api/types.ts';
import './event-summary.css';

/** The person and the action of an event, in one line; each of the two is cut off in its own direction. */
export function EventSummary({ event, class: name }: { event: StoredEvent; class: string }) {
	const { who, what } = summaryOf(event);
	return (
		<span class={`event-summary ${name}`}>
			{who !== '' && <bdi class="cut">{what === '' ? who : `${who}:`}</bdi>}
			{what !== '' && <bdi class="cut">{what}</bdi>}
		</span>
	);
}

function summaryOf({ payload }: StoredEvent): { who: string; what: string } {
	const { data = {} } = payload as { data?: Record<string, unknown> };
	const text = (name: string) => (typeof data[name] === 'string' ? data[name] : undefined);
	const failure = (data.error as { message?: string } | undefined)?.message;
	const number = text('from') ?? text('to') ?? text('phone');
	const who = text('contactName') ?? formatPhone(number ?? text('senderId') ?? text('chatId'));
	const emoji = data.emoji === null ? 'removed the reaction' : text('emoji');
	const options = Array.isArray(data.options) ? `voted for ${joined(data.options)}` : undefined;
	const changed = Array.isArray(data.changed) ? `new ${joined(data.changed)}` : undefined;
	const what =
		failure ?? emoji ?? options ?? changed ?? text('content') ?? text('reason') ?? text('message') ?? '';
	return { who, what };
}

/** Formats a phone number; other ids stay as they are. */
function formatPhone(text = ''): string {
	return /^\d+$/.test(text) ? `+${text}` : text;
}

/** Most entries of a list that a summary names. */
const NAMED = 5;

function joined(entries: readonly unknown[]): string {
	if (entries.length === 0) return 'nothing';
	return entries.slice(0, NAMED).map(String).join(', ');
}
