import type { StoredEvent } from '../../api/types.ts';
import { Badge, type Tone } from '../../components/display/badge.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';

/** One event in a line: time, kind and summary. */
export function EventRow({ event, onOpen }: { event: StoredEvent; onOpen: () => void }) {
	return (
		<button type="button" class="event-row" onClick={onOpen}>
			<span class="event-time number">
				<Timestamp at={event.at} seconds />
			</span>
			<Badge tone={toneOf(event)}>{event.kind}</Badge>
			<span class="event-about cut">{summaryOf(event)}</span>
		</button>
	);
}

function toneOf({ kind }: StoredEvent): Tone {
	if (kind === 'message.failed' || kind === 'instance.disconnected') return 'bad';
	if (kind === 'message.received' || kind === 'message.echo') return 'note';
	if (kind === 'message.unavailable') return 'caution';
	if (kind === 'message.read' || kind === 'instance.connected') return 'good';
	return 'plain';
}

/** Formats a phone number; other ids stay as they are. */
function formatPhone(text = ''): string {
	return /^\d+$/.test(text) ? `+${text}` : text;
}

/** Returns a one-line summary of an event: who, and what. */
export function summaryOf({ payload }: StoredEvent): string {
	const { data = {} } = payload as { data?: Record<string, unknown> };
	const text = (name: string) => (typeof data[name] === 'string' ? data[name] : undefined);
	const failure = (data.error as { message?: string } | undefined)?.message;
	const number = text('from') ?? text('to') ?? text('phone');
	const who = text('contactName') ?? formatPhone(number ?? text('senderId') ?? text('chatId'));
	const emoji = data.emoji === null ? 'took the reaction back' : text('emoji');
	const options = Array.isArray(data.options) ? `voted for ${joined(data.options)}` : undefined;
	const changed = Array.isArray(data.changed) ? `new ${joined(data.changed)}` : undefined;
	const what =
		failure ?? emoji ?? options ?? changed ?? text('content') ?? text('reason') ?? text('message') ?? '';
	return [who, what].filter((part) => part !== '').join(': ');
}

/** Most entries of a list that a summary names. */
const NAMED = 5;

function joined(entries: readonly unknown[]): string {
	if (entries.length === 0) return 'nothing';
	return entries.slice(0, NAMED).map(String).join(', ');
}
