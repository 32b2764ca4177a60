import type { WebhookStatistics } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { getStatistics } from '../../api/webhooks.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { formatStart } from '../../components/charts/period.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { usePeriod } from '../../components/charts/use-period.tsx';
import { formatInteger } from '../../components/display/format.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { deliveryIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';

/** The attempts of a webhook over time: how many succeeded and failed, and how fast the receiver answered. */
export function Statistics({ webhookId }: { webhookId: string }) {
	const [period, periodField] = usePeriod();
	const subscription = useSubscription(['deliveries'], (message) => {
		if (deliveryIn(message)?.webhookId === webhookId) refresh();
	});
	const statistics = useLoad(
		`statistics ${webhookId} ${period}`,
		(signal) => getStatistics(webhookId, period, signal),
		{ subscription },
	);
	const refresh = useDebounced(statistics.reload);
	return (
		<Panel title="Attempts over time" actions={periodField}>
			<LoadedView of={statistics}>{(data) => <TimeChart of={chartOf(data)} />}</LoadedView>
		</Panel>
	);
}

function chartOf(statistics: WebhookStatistics): Chart {
	const { period, succeeded, failed, responseTimeP50, responseTimeP95, intervals } = statistics;
	return {
		label: 'Attempts and response times',
		bars: [
			{ name: 'Succeeded', tone: 'good', legend: `${formatInteger(succeeded)} succeeded` },
			{ name: 'Failed', tone: 'bad', legend: `${formatInteger(failed)} failed` },
		],
		lines: [
			{ name: 'p50', tone: 'calm', legend: `p50 response time ${formatTime(responseTimeP50)}` },
			{ name: 'p95', tone: 'caution', legend: `p95 response time ${formatTime(responseTimeP95)}` },
		],
		steps: intervals.map((interval) => ({
			from: interval.startsAt,
			bars: [interval.succeeded, interval.failed],
			lines: [interval.responseTimeP50, interval.responseTimeP95],
		})),
		formatTime: (from) => formatStart(period, from),
		formatLine: formatTime,
	};
}

function formatTime(milliseconds: number | null): string {
	return milliseconds === null ? 'not known' : `${formatInteger(milliseconds)} ms`;
}
