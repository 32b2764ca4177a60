import { useEffect } from 'preact/hooks';
import { getOverview } from '../../api/admin.ts';
import { mayWrite } from '../../api/session.ts';
import type { Overview } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Stat, Stats } from '../../components/display/stats.tsx';
import { formatInteger } from '../../components/display/format.ts';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useSubscription } from '../../live/use-subscription.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { Failures } from './failures.tsx';
import { Traffic } from './traffic.tsx';
import { WebhookLines } from './webhook-lines.tsx';
import { deliveryIn, eventIn } from '../../live/live-messages.ts';
import './overview.css';

const HOURS = 24;
/** Milliseconds between two reloads without any event: the gateway counts deliveries every five seconds at most. */
const INTERVAL = 6000;

/** The state of the gateway: traffic, failures, queues and webhooks. */
export default function OverviewScreen() {
	const subscription = useSubscription(['events', 'deliveries'], (message) => {
		if (eventIn(message) !== null || deliveryIn(message) !== null) refresh();
	});
	const overview = useLoad('overview', (signal) => getOverview(HOURS, signal), { subscription });
	const refresh = useDebounced(overview.reload);
	useInterval(overview.reload);
	return (
		<>
			<PageHeader title="Overview" about="The last 24 hours, up to this moment." />
			<LoadedView of={overview}>
				{(data) => (data.instances.total > 0 ? <Filled overview={data} /> : <FirstSteps />)}
			</LoadedView>
		</>
	);
}

/** Calls `act` regularly while the page is visible. */
function useInterval(act: () => void): void {
	useEffect(() => {
		const timer = window.setInterval(() => {
			if (document.visibilityState === 'visible') act();
		}, INTERVAL);
		return () => {
			window.clearInterval(timer);
		};
	}, [act]);
}

function Filled({ overview }: { overview: Overview }) {
	const { queue, instances, series } = overview;
	const { connected } = instances.byStatus;
	const others = instances.total - connected;
	return (
		<div class="stack">
			<Panel title="Now">
				<Stats>
					<Stat
						name={others === 0 ? 'Instances connected' : `Instances connected, ${formatInteger(others)} not`}
					>
						{formatInteger(connected)}
					</Stat>
					<Stat name="Messages queued">{formatInteger(queue.messagesQueued)}</Stat>
					<Stat name="Deliveries pending">{formatInteger(queue.deliveriesPending)}</Stat>
					<Stat name="Deliveries given up" bad={queue.deliveriesFailed > 0}>
						{formatInteger(queue.deliveriesFailed)}
					</Stat>
				</Stats>
				<Waiting queue={queue} />
			</Panel>
			<Traffic series={series} />
			<div class="overview-pair">
				<Failures failures={overview.failures} />
				<WebhookLines webhooks={overview.webhooks} />
			</div>
		</div>
	);
}

/** The oldest entry of each queue. */
function Waiting({ queue: { oldestQueuedAt, oldestPendingAt } }: Pick<Overview, 'queue'>) {
	if (oldestQueuedAt === null && oldestPendingAt === null) return null;
	return (
		<p class="overview-waiting">
			{oldestQueuedAt !== null && (
				<span>
					The oldest queued message is from <RelativeTime at={oldestQueuedAt} />.
				</span>
			)}
			{oldestPendingAt !== null && (
				<span>
					The oldest pending delivery is from <RelativeTime at={oldestPendingAt} />.
				</span>
			)}
		</p>
	);
}

function FirstSteps() {
	if (!mayWrite()) {
		return (
			<EmptyState title="Welcome" icon="logo">
				There is no instance yet. An operator or an owner of this gateway can create one.
			</EmptyState>
		);
	}
	return (
		<EmptyState
			title="Welcome"
			icon="logo"
			action={
				<a class="button button-main" href="#/instances">
					Create an instance
				</a>
			}
		>
			Begin with an instance: the connection to an account on the network. Then make an API key for n8n, and
			send the first message.
		</EmptyState>
	);
}
