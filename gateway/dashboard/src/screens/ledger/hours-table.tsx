import type { LedgerHourItem } from '../../api/types.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { formatInteger } from '../../components/display/format.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { LedgerTable } from './ledger-table.tsx';

const COLUMNS = ['Accepted', 'Sent', 'Received', 'Stored', 'Events', 'Deliveries', 'Delivered'] as const;

/** The hours with records, newest first. */
export function HoursTable({ hours }: { hours: readonly LedgerHourItem[] }) {
	const shown = hours.filter(({ checked, state }) => checked > 0 || state === 'past_retention');
	return (
		<LedgerTable label="Hours" subject="Verdict" numbers={COLUMNS}>
			{shown.map((hour) => (
				<HourRow key={hour.from} hour={hour} />
			))}
		</LedgerTable>
	);
}

function HourRow({ hour }: { hour: LedgerHourItem }) {
	const { from, to, state, verdict, missing, outbound, inbound, events, deliveries } = hour;
	return (
		<tr>
			<th scope="row">
				<Timestamp at={from} />
			</th>
			<td>
				{state === 'past_retention' ? (
					<span class="faint">Not known: the rows were removed</span>
				) : (
					<span class="line">
						<Badge tone={missing === 0 ? 'good' : 'bad'}>{verdict}</Badge>
						{state === 'open' && Date.parse(to) > Date.now() && <span class="faint small">so far</span>}
					</span>
				)}
			</td>
			<td class="number">{formatInteger(outbound.accepted)}</td>
			<td class="number">{formatInteger(outbound.acknowledged)}</td>
			<td class="number">{formatInteger(inbound.acknowledged)}</td>
			<td class="number">{formatInteger(inbound.stored)}</td>
			<td class="number">{formatInteger(events)}</td>
			<td class="number">{formatInteger(deliveries.expected)}</td>
			<td class="number">{formatInteger(deliveries.success + deliveries.joined)}</td>
		</tr>
	);
}
