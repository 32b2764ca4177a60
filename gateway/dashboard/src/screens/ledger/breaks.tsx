import type { LedgerHourItem } from '../../api/types.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { hrefTo } from '../../routing/location.ts';

type Break = LedgerHourItem['breaks'][number];

/** What is missing, each with a link to what is left. */
export function Breaks({ breaks }: { breaks: readonly Break[] }) {
	if (breaks.length === 0) return null;
	return (
		<Panel title="Missing">
			<ul class="ledger-breaks">
				{breaks.map((found) => (
					<li key={keyOf(found)}>
						<p>
							{found.description}
							{found.eventKind !== null && ` (${found.eventKind})`}
						</p>
						<Left found={found} />
					</li>
				))}
			</ul>
		</Panel>
	);
}

/** Links to the event or the message that is left, or the ids of what is not. */
function Left({ found: { kind, eventId, messageId, networkId } }: { found: Break }) {
	const isMessageLeft = kind === 'message_without_event' || kind === 'message_without_status';
	return (
		<p class="line small">
			{eventId !== null && <a href={hrefTo('events', eventId)}>{eventId}</a>}
			{messageId !== null &&
				(isMessageLeft ? <a href={hrefTo('messages', messageId)}>{messageId}</a> : <code>{messageId}</code>)}
			{networkId !== null && <code>{networkId}</code>}
		</p>
	);
}

function keyOf({ kind, eventId, messageId, networkId, eventKind }: Break): string {
	return [kind, eventId, messageId, networkId, eventKind].join(' ');
}
