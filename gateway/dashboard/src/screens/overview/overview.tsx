import { getOverview } from '../../api/admin.ts';
import { isOwner, mayWrite } from '../../api/sign-in/session.ts';
import type { Overview } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Stat, Stats } from '../../components/display/stats.tsx';
import { formatInteger } from '../../components/display/format.ts';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useSubscription } from '../../live/use-subscription.ts';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { isSimulated } from '../../shell/system.ts';
import { Failures } from './failures.tsx';
import { firstSteps, firstStepsAreHidden } from './first-steps.ts';
import { FirstStepsPanel } from './first-steps-panel.tsx';
import { Traffic } from './traffic.tsx';
import { WebhookLines } from './webhook-lines.tsx';
import { deliveryIn, eventIn } from '../../live/live-messages.ts';
import './overview.css';

const HOURS = 24;

/** The state of the gateway: traffic, failures, queues and webhooks. */
export default function OverviewScreen() {
	const subscription = useSubscription(['events', 'deliveries'], (message) => {
		if (eventIn(message) !== null || deliveryIn(message) !== null) refresh();
	});
	const overview = useLoad('overview', (signal) => getOverview(HOURS, signal), { subscription });
	const refresh = useDebounced(overview.reload);
	useRegularReload(overview.poll);
	return (
		<>
			<PageHeader title="Overview" about="The last 24 hours, up to this moment." />
			<LoadedView of={overview}>{(data) => <Loaded overview={data} />}</LoadedView>
		</>
	);
}

/** The first steps until they are done or hidden, and the figures once there is an instance. */
function Loaded({ overview }: { overview: Overview }) {
	const isEmpty = overview.instances.total === 0;
	if (!mayWrite()) return isEmpty ? <NoInstance /> : <Filled overview={overview} />;
	const steps = firstSteps(overview, { simulated: isSimulated(), owner: isOwner() });
	if (firstStepsAreHidden.value || steps.every(({ done }) => done)) return <Filled overview={overview} />;
	return (
		<div class="stack">
			<FirstStepsPanel steps={steps} />
			{!isEmpty && <Filled overview={overview} />}
		</div>
	);
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

function NoInstance() {
	return (
		<EmptyState title="Welcome" icon="logo">
			There is no instance yet. An operator or an owner of this gateway can create one.
		</EmptyState>
	);
}
