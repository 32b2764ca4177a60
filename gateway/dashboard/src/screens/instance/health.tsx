import { getInstanceHealth } from '../../api/instances.ts';
import type { InstanceHealthHistory } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { formatStart } from '../../components/charts/period.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { usePeriod } from '../../components/charts/use-period.tsx';
import { formatInteger, formatPercent } from '../../components/display/format.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { StatusTimeline } from './status-timeline.tsx';
import { describeStatus } from './status-text.ts';

/** The health of an instance over time: its statuses with reasons, and its messages. `paused`: sends no requests. */
export function Health({ instanceId, paused }: { instanceId: string; paused: boolean }) {
	const [period, periodField] = usePeriod();
	const subscription = useSubscription(['events'], (message) => {
		if (eventIn(message)?.instanceId === instanceId) refresh();
	});
	const health = useLoad(
		`health ${instanceId} ${period}`,
		(signal) => getInstanceHealth(instanceId, period, signal),
		{ subscription, paused },
	);
	const refresh = useDebounced(health.reload);
	useRegularReload(health.poll);
	return (
		<Panel title="Health over time" actions={periodField}>
			<LoadedView of={health}>
				{(data) => (
					<>
						<StatusTimeline of={data} />
						<TimeChart of={chartOf(data)} />
					</>
				)}
			</LoadedView>
		</Panel>
	);
}

function chartOf({
	period,
	sent,
	received,
	failed,
	intervals,
	statuses,
	interval,
}: InstanceHealthHistory): Chart {
	return {
		label: 'Messages over time',
		bars: [
			{ name: 'Received', tone: 'calm', legend: `${formatInteger(received)} received` },
			{ name: 'Sent', tone: 'accent', legend: `${formatInteger(sent)} sent`, stack: 1 },
			{ name: 'Failed', tone: 'bad', legend: `${formatInteger(failed)} failed`, stack: 1 },
		],
		steps: intervals.map(({ startsAt, connected, ...counts }) => ({
			from: startsAt,
			bars: [counts.received, counts.sent, counts.failed],
			notes: notesOf(connected, endedIn(statuses, Date.parse(startsAt), interval)),
		})),
		formatTime: (from) => formatStart(period, from),
		notes: 'Not always connected',
	};
}

type Span = InstanceHealthHistory['statuses'][number];

/** The disconnections that began in an interval. */
function endedIn(statuses: readonly Span[], startsAt: number, seconds: number): Span[] {
	return statuses.filter(({ status, from }) => {
		const at = Date.parse(from);
		return status === 'disconnected' && at >= startsAt && at < startsAt + seconds * 1000;
	});
}

/** The notes on the connection in an interval; none where it was connected all the time. */
function notesOf(connected: number | null, disconnections: readonly Span[]): string[] {
	if (connected === null || connected === 1) return [];
	const reasons = [...new Set(disconnections.map(describeStatus))];
	return [`Connected ${formatPercent(connected)} of the time.`, ...reasons.map((reason) => `${reason}.`)];
}
