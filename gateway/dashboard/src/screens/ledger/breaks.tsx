import type { LedgerHourItem } from '../../api/types.ts';
import { formatInteger } from '../../components/display/format.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { hrefTo } from '../../routing/location.ts';

type Break = LedgerHourItem['breaks'][number];

/** Maximum number of shown breaks: each hour has up to 100, and a browser needs seconds for some thousands. */
const MOST_SHOWN = 100;

/** The missing records, each with a link to the remaining ones. */
export function Breaks({ hours }: { hours: readonly LedgerHourItem[] }) {
	const shown = hours.flatMap(({ breaks }) => breaks).slice(0, MOST_SHOWN);
	if (shown.length === 0) return null;
	const more = sumOf(hours) - sumOf(shown);
	return (
		<Panel title="Missing">
			<ul class="ledger-breaks">
				{shown.map((found) => (
					<li key={keyOf(found)}>
						<p>
							{found.description}
							{found.eventKind !== null && ` (${found.eventKind})`}
						</p>
						<Left found={found} />
					</li>
				))}
			</ul>
			{more > 0 && (
				<p class="soft">
					{formatInteger(more)} more are not shown here. Choose an instance or fewer hours, or read GET
					/v1/ledger.
				</p>
			)}
		</Panel>
	);
}

/** Links to the remaining event or message, or the ids of the missing one. */
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

function sumOf(of: readonly { missing: number }[]): number {
	return of.reduce((sum, { missing }) => sum + missing, 0);
}

function keyOf({ kind, eventId, messageId, networkId, eventKind }: Break): string {
	return [kind, eventId, messageId, networkId, eventKind].join(' ');
}
