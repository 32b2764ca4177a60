import type { InstanceHealthHistory } from '../../api/types.ts';
import type { Tone } from '../../components/charts/chart.ts';
import { useChosenStep } from '../../components/charts/use-chosen-step.ts';
import { formatDuration, formatPercent } from '../../components/display/format.ts';
import { now } from '../../components/display/now.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { describeStatus } from './status-text.ts';
import './status-timeline.css';

type Span = InstanceHealthHistory['statuses'][number];

const TONES: Record<Span['status'], Tone> = {
	connected: 'good',
	connecting: 'calm',
	qr_pending: 'caution',
	disconnected: 'bad',
};
const TIME = new Intl.DateTimeFormat(undefined, {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});

/**
 * The statuses of an instance over time, as a line of coloured spans. The arrow keys, Home and End choose a span, which
 * is described in a sentence; Escape chooses none. The same spans are in a table.
 */
export function StatusTimeline({ of: { since, statuses, connected } }: { of: InstanceHealthHistory }) {
	const { chosen, choose, keys } = useChosenStep(statuses.length);
	const start = Date.parse(since);
	const length = Math.max(1, now.value - start);
	const span = chosen === null ? undefined : statuses[chosen];
	return (
		<figure class="chart">
			<p>
				{connected === null
					? 'The status of the instance in this time is not known.'
					: `Connected ${formatPercent(connected)} of the time.`}
			</p>
			<div
				class="timeline-line"
				{...keys}
				aria-roledescription="chart"
				aria-label="Connection over time. Left and right arrow choose a span; the table below has the same."
			>
				<svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true" focusable="false">
					{statuses.map((one, index) => {
						const from = ((Date.parse(one.from) - start) / length) * 1000;
						return (
							<rect
								key={one.from}
								class="timeline-span"
								data-tone={TONES[one.status]}
								data-chosen={index === chosen}
								x={from}
								y={0}
								width={(lengthOf(one) / length) * 1000}
								height={20}
								onPointerEnter={() => {
									choose(index);
								}}
							/>
						);
					})}
				</svg>
			</div>
			<p class="chart-chosen" role="status">
				{span !== undefined && sentenceOf(span)}
			</p>
			<SpanTable spans={statuses} />
		</figure>
	);
}

/**
 * The length of a span in milliseconds. The clock of the page updates in steps, so a span may seem to begin in the
 * future.
 */
function lengthOf({ from, until }: Span): number {
	return Math.max(0, (until === null ? now.value : Date.parse(until)) - Date.parse(from));
}

function sentenceOf(span: Span): string {
	const from = TIME.format(new Date(span.from));
	const until = span.until === null ? 'now' : TIME.format(new Date(span.until));
	return `${describeStatus(span)}: from ${from} to ${until}, ${durationOf(span)}.`;
}

function durationOf(span: Span): string {
	return formatDuration(lengthOf(span) / 1000);
}

function SpanTable({ spans }: { spans: readonly Span[] }) {
	return (
		<details class="chart-table">
			<summary>Connections as a table</summary>
			<div tabIndex={0} role="region" aria-label="Connection over time">
				<table>
					<thead>
						<tr>
							{['From', 'Status', 'For'].map((name) => (
								<th key={name} scope="col">
									{name}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{spans.toReversed().map((span) => (
							<tr key={span.from}>
								<th scope="row">
									<Timestamp at={span.from} seconds />
								</th>
								<td>{describeStatus(span)}</td>
								<td>{durationOf(span)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	);
}
