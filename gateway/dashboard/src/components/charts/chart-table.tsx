import { formatInteger } from '../display/format.ts';
import type { Chart } from './chart.ts';

/** The values of a chart as a table, latest first, for screen readers and for exact figures. */
export function ChartTable({ of }: { of: Chart }) {
	const { label, bars, lines = [], figures = [], steps, formatTime } = of;
	const { formatBar = formatInteger, formatLine = formatInteger } = of;
	return (
		<details class="chart-table">
			<summary>As a table</summary>
			<div tabIndex={0} role="region" aria-label={label}>
				<table>
					<thead>
						<tr>
							{['From', ...[...bars, ...lines].map(({ name }) => name), ...figures].map((name) => (
								<th key={name} scope="col">
									{name}
								</th>
							))}
							{of.notes !== undefined && <th scope="col">{of.notes}</th>}
						</tr>
					</thead>
					<tbody>
						{steps.toReversed().map((step) => (
							<tr key={step.from}>
								<th scope="row">{formatTime(step.from)}</th>
								{bars.map(({ name }, index) => (
									<td key={name}>{formatBar(step.bars[index] ?? 0)}</td>
								))}
								{lines.map(({ name }, index) => {
									const value = step.lines?.[index] ?? null;
									return <td key={name}>{value === null ? '–' : formatLine(value)}</td>;
								})}
								{figures.map((name, index) => (
									<td key={name}>{formatInteger(step.figures?.[index] ?? 0)}</td>
								))}
								{of.notes !== undefined && <td>{(step.notes ?? []).join(' ')}</td>}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	);
}
