import type { TrafficStep } from '../../api/types.ts';
import { formatInteger } from '../../components/display/format.ts';
import { Panel } from '../../components/layout/panel.tsx';

const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
/** Columns from one time label to the next. */
const LABEL_EVERY = 6;
/** Units of the view box: width of a column, width of a bar, height of the chart. */
const COLUMN = 10;
const BAR = 3.6;
const HEIGHT = 100;

/** Messages by the hour: received, sent and failed. */
export function Traffic({ series }: { series: readonly TrafficStep[] }) {
	const most = Math.max(1, ...series.flatMap(({ received, sent, failed }) => [received, sent + failed]));
	const sum = (name: 'received' | 'sent' | 'delivered' | 'read' | 'failed') =>
		formatInteger(series.reduce((total, step) => total + step[name], 0));
	return (
		<Panel title="Traffic">
			<ul class="legend">
				<li data-kind="received">{sum('received')} received</li>
				<li data-kind="sent">
					{sum('sent')} sent, of these {sum('delivered')} delivered and {sum('read')} read
				</li>
				<li data-kind="failed">{sum('failed')} failed</li>
			</ul>
			<div class="chart">
				<span class="chart-most number" aria-hidden="true">
					{formatInteger(most)}
				</span>
				<svg
					viewBox={`0 0 ${series.length * COLUMN} ${HEIGHT}`}
					preserveAspectRatio="none"
					role="img"
					aria-label="Messages by the hour. The same figures stand in the table below."
				>
					{series.map((step, index) => (
						<Column key={step.from} step={step} left={index * COLUMN} unit={HEIGHT / most} />
					))}
				</svg>
				<div class="chart-times" aria-hidden="true">
					{series
						.filter((_step, index) => index % LABEL_EVERY === 0)
						.map(({ from }) => (
							<span key={from}>{HOUR.format(new Date(from))}</span>
						))}
				</div>
			</div>
			<Table series={series} />
		</Panel>
	);
}

function Column({ step, left, unit }: { step: TrafficStep; left: number; unit: number }) {
	const { from, received, sent, failed } = step;
	const bar = (count: number, x: number, below: number) => {
		const height = count * unit;
		return { x, width: BAR, y: HEIGHT - below * unit - height, height };
	};
	return (
		<g>
			<title>{`From ${HOUR.format(new Date(from))}: ${formatInteger(received)} received, ${formatInteger(sent)} sent, ${formatInteger(failed)} failed`}</title>
			<rect class="chart-hit" x={left} y={0} width={COLUMN} height={HEIGHT} />
			<rect class="chart-received" {...bar(received, left + 1, 0)} />
			<rect class="chart-sent" {...bar(sent, left + 1 + BAR + 0.4, 0)} />
			<rect class="chart-failed" {...bar(failed, left + 1 + BAR + 0.4, sent)} />
		</g>
	);
}

function Table({ series }: { series: readonly TrafficStep[] }) {
	return (
		<details class="chart-table">
			<summary>As a table</summary>
			<div tabIndex={0} role="region" aria-label="Messages by the hour">
				<table>
					<thead>
						<tr>
							{['From', 'Received', 'Sent', 'Delivered', 'Read', 'Failed'].map((name) => (
								<th key={name} scope="col">
									{name}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{series.toReversed().map((step) => (
							<tr key={step.from}>
								<th scope="row">{HOUR.format(new Date(step.from))}</th>
								<td>{formatInteger(step.received)}</td>
								<td>{formatInteger(step.sent)}</td>
								<td>{formatInteger(step.delivered)}</td>
								<td>{formatInteger(step.read)}</td>
								<td>{formatInteger(step.failed)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	);
}
