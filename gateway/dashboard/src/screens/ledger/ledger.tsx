import type { LedgerHourItem } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { formatInteger } from '../../components/display/format.ts';
import { Button } from '../../components/forms/button.tsx';
import { InstanceSelect } from '../../components/forms/instance-select.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { useQueryValue } from '../../routing/use-query.ts';
import { Breaks } from './breaks.tsx';
import { N8nExecutions } from './executions.tsx';
import { HoursTable } from './hours-table.tsx';
import { readHours } from './read-hours.ts';
import { HOUR, useComparison } from './use-comparison.ts';
import './ledger.css';

/** Hours to choose from; empty: 24. */
const RANGES = ['6', '48'] as const;

/** The account of every message, hour by hour, with the missing records. */
export default function Ledger() {
	const [instanceId, setInstanceId] = useQueryValue('instance');
	const [hours, setHours] = useQueryValue<(typeof RANGES)[number]>('hours', RANGES);
	const count = Number(hours === '' ? 24 : hours);
	// Full hours: the same request until the next hour.
	const from = new Date(Math.floor(Date.now() / HOUR) * HOUR - (count - 1) * HOUR).toISOString();
	const ledger = useLoad(`ledger ${instanceId} ${count}`, (signal) =>
		readHours({ instanceId, from }, signal),
	);
	const { done, error, round, run } = useComparison({ instanceId, count }, ledger);
	const isComparing = done !== null;
	return (
		<>
			<PageHeader
				title="Ledger"
				about="Compares the messages that the gateway acknowledged, to networks and to clients, with the stored messages and with their events and deliveries."
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
					busy={isComparing}
					disabled={ledger.data === undefined}
					onClick={() => void run()}
				>
					Compare again
				</Button>
			</Toolbar>
			<div class="stack">
				{error !== undefined && <ErrorAlert error={error} onRetry={() => void run()} />}
				<LoadedView of={ledger}>
					{(data) => (
						<div class="stack">
							<Verdict
								hours={data}
								progress={isComparing ? `Comparing the rows again: ${done} of ${count} hours` : null}
							/>
							<div class="stack ledger-hours" aria-busy={isComparing}>
								<Breaks hours={data} />
								{data.some(({ checked }) => checked > 0) ? (
									<HoursTable hours={data} />
								) : (
									<EmptyState title="Nothing happened in these hours" icon="tick">
										Choose more hours or another instance, or send a message.
									</EmptyState>
								)}
							</div>
						</div>
					)}
				</LoadedView>
				{ledger.data !== undefined && <N8nExecutions from={from} round={round} />}
			</div>
		</>
	);
}

interface VerdictProperties {
	hours: readonly LedgerHourItem[];
	/** Shown in place of the verdict; null: the hours are all compared. */
	progress: string | null;
}

/** Shows whether records of these hours are missing, or the progress of the comparison. */
function Verdict({ hours, progress }: VerdictProperties) {
	const missing = sumOf(hours, 'missing');
	if (progress !== null) return <Notice live>{progress}</Notice>;
	return (
		<Notice tone={missing === 0 ? 'good' : 'bad'} live>
			{missing === 0 ? 'Nothing' : 'Something'} is missing: {formatInteger(missing)} of{' '}
			{formatInteger(sumOf(hours, 'checked'))} missing.
		</Notice>
	);
}

/** The sum of a figure of several hours. */
function sumOf(hours: readonly LedgerHourItem[], figure: 'checked' | 'missing'): number {
	return hours.reduce((sum, hour) => sum + hour[figure], 0);
}
