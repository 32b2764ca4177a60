import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import type { LedgerPage } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Button } from '../../components/forms/button.tsx';
import { InstanceSelect } from '../../components/forms/instance-select.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { useQueryValue } from '../../routing/use-query.ts';
import { Breaks } from './breaks.tsx';
import { N8nExecutions } from './executions.tsx';
import { HoursTable } from './hours-table.tsx';
import './ledger.css';

const HOUR = 3_600_000;
/** Hours to choose from; empty: 24. */
const RANGES = ['6', '48'] as const;

/** What became of every message, hour by hour, and what is missing. */
export default function Ledger() {
	const [instanceId, setInstanceId] = useQueryValue('instance');
	const [hours, setHours] = useQueryValue<(typeof RANGES)[number]>('hours', RANGES);
	// Each number is another comparison of the rows; 0: what was counted before.
	const [comparison, setComparison] = useState(0);
	// Full hours: the same request until the next hour.
	const from = new Date(
		Math.floor(Date.now() / HOUR) * HOUR - (Number(hours === '' ? 24 : hours) - 1) * HOUR,
	).toISOString();
	const ledger = useLoad(`ledger ${instanceId} ${hours} ${comparison}`, (signal) => {
		const query = {
			from,
			...(instanceId === '' ? {} : { instanceId }),
			...(comparison === 0 ? {} : { recount: 'true' }),
		};
		return request<LedgerPage>('GET', '/v1/ledger', { query, signal });
	});
	return (
		<>
			<PageHeader
				title="Ledger"
				about="Compares what networks delivered and what clients were told with what is stored, and with the events and deliveries that followed."
			/>
			<Toolbar>
				<InstanceSelect label="Instance" all="All" value={instanceId} onChange={setInstanceId} />
				<SelectField
					label="Time"
					value={hours}
					onChange={setHours}
					options={[
						['6', 'Last 6 hours'],
						['', 'Last 24 hours'],
						['48', 'Last 48 hours'],
					]}
				/>
				<Button
					icon="retry"
					onClick={() => {
						setComparison((before) => before + 1);
					}}
				>
					Compare again
				</Button>
			</Toolbar>
			<div class="stack">
				<LoadedView of={ledger}>
					{({ data, total }) => (
						<div class="stack">
							<Notice tone={total.missing === 0 ? 'good' : 'bad'} live>
								{total.missing === 0
									? `Nothing is missing: ${total.verdict}.`
									: `Something is missing: ${total.verdict}.`}
							</Notice>
							<Breaks breaks={data.flatMap(({ breaks }) => breaks)} />
							{data.some(({ checked }) => checked > 0) ? (
								<HoursTable hours={data} />
							) : (
								<EmptyState title="Nothing happened in these hours" icon="tick">
									Choose more hours or another instance, or send a message.
								</EmptyState>
							)}
						</div>
					)}
				</LoadedView>
				{ledger.data !== undefined && <N8nExecutions from={from} round={comparison} />}
			</div>
		</>
	);
}
