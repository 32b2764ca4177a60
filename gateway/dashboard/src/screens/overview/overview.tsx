import { getOverview, type Overview } from '../../api/admin.ts';
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

/** How the gateway does: traffic, what failed, what waits, and how webhooks take it. */
export default function OverviewScreen() {
	const overview = useLoad('overview', (signal) => getOverview(HOURS, signal));
	const refresh = useDebounced(overview.reload);
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
				{(data) => (hasInstances(data) ? <Filled overview={data} /> : <FirstSteps />)}
			</LoadedView>
		</>
	);
}

function Filled({ overview }: { overview: Overview }) {
	const { queue, instances, series } = overview;
	const connected = instances.byStatus.connected ?? 0;
	const others = Object.values(instances.byStatus).reduce((sum, count) => sum + count, 0) - connected;
	return (
		<div class="stack">
			<Panel title="Now">
				<Figures>
					<Figure name={others === 0 ? 'Instances connected' : `Instances connected, ${whole(others)} not`}>
						{whole(connected)}
					</Figure>
					<Figure name={waitingFor('Messages queued', queue.oldestQueuedAt)}>
						{whole(queue.messagesQueued)}
					</Figure>
					<Figure name={waitingFor('Deliveries pending', queue.oldestPendingAt)}>
						{whole(queue.deliveriesPending)}
					</Figure>
					<Figure name="Deliveries given up" bad={queue.deliveriesFailed > 0}>
						{whole(queue.deliveriesFailed)}
					</Figure>
				</Figures>
				<p class="small soft">
					{queue.oldestPendingAt !== null && (
						<>
							The oldest pending delivery is from <Ago at={queue.oldestPendingAt} />.
						</>
					)}
				</p>
			</Panel>
			<Traffic series={series} />
			<div class="overview-pair">
				<Failures failures={overview.failures} />
				<WebhookLines webhooks={overview.webhooks} />
			</div>
		</div>
	);
}

function waitingFor(name: string, since: string | null): string {
	return since === null ? name : `${name}, waiting`;
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

function hasInstances({ instances }: Overview): boolean {
	return Object.values(instances.byStatus).some((count) => count > 0);
}
