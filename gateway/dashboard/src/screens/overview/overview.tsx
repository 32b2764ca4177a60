import { useEffect } from 'preact/hooks';
import { getOverview } from '../../api/admin.ts';
import type { Overview } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Ago } from '../../components/ago.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Figure, Figures } from '../../components/figure.tsx';
import { whole } from '../../components/figures.ts';
import { LoadedView } from '../../components/loaded-view.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useChannel } from '../../live/use-channel.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { Failures } from './failures.tsx';
import { Traffic } from './traffic.tsx';
import { WebhookLines } from './webhook-lines.tsx';
import './overview.css';

const HOURS = 24;
/** Milliseconds. */
const EVERY = 6000;

/** How the gateway does: traffic, what failed, what waits, and how webhooks take it. */
export default function OverviewScreen() {
	const overview = useLoad('overview', (signal) => getOverview(HOURS, signal));
	const refresh = useDebounced(overview.reload);
	useRegularly(overview.reload);
	useChannel('events', {
		onMessage: ({ type }) => {
			if (type === 'event') refresh();
		},
		onGap: overview.reload,
	});
	useChannel('deliveries', {
		onMessage: ({ type }) => {
			if (type === 'delivery') refresh();
		},
	});
	return (
		<>
			<PageHeader title="Overview" about="The last 24 hours, up to this moment." />
			<LoadedView of={overview}>
				{(data) => (data.instances.total > 0 ? <Filled overview={data} /> : <FirstSteps />)}
			</LoadedView>
		</>
	);
}

/** The gateway counts deliveries every five seconds at most, and hours go by without any event. */
function useRegularly(act: () => void): void {
	useEffect(() => {
		const timer = window.setInterval(() => {
			if (document.visibilityState === 'visible') act();
		}, EVERY);
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
				<Figures>
					<Figure name={others === 0 ? 'Instances connected' : `Instances connected, ${whole(others)} not`}>
						{whole(connected)}
					</Figure>
					<Figure name="Messages queued">{whole(queue.messagesQueued)}</Figure>
					<Figure name="Deliveries pending">{whole(queue.deliveriesPending)}</Figure>
					<Figure name="Deliveries given up" bad={queue.deliveriesFailed > 0}>
						{whole(queue.deliveriesFailed)}
					</Figure>
				</Figures>
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

/** What has waited for longest, where something has. */
function Waiting({ queue: { oldestQueuedAt, oldestPendingAt } }: Pick<Overview, 'queue'>) {
	if (oldestQueuedAt === null && oldestPendingAt === null) return null;
	return (
		<p class="overview-waiting">
			{oldestQueuedAt !== null && (
				<span>
					The oldest queued message is from <Ago at={oldestQueuedAt} />.
				</span>
			)}
			{oldestPendingAt !== null && (
				<span>
					The oldest pending delivery is from <Ago at={oldestPendingAt} />.
				</span>
			)}
		</p>
	);
}

function FirstSteps() {
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
