import { requestData } from '../../api/request.ts';
import type { SystemInfo } from '../../api/types.ts';
import { useLoad } from '../../api/use-load.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Figure, Figures } from '../../components/figure.tsx';
import { bytes, duration, whole } from '../../components/figures.ts';
import { LoadedView } from '../../components/loaded-view.tsx';
import { Moment } from '../../components/moment.tsx';
import { now } from '../../components/now.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';

const NETWORKS: Record<SystemInfo['network'], string> = {
	simulator: 'Simulated, inside the gateway',
	whatsapp: 'WhatsApp',
};
const ENGINES: Record<SystemInfo['engine'], string> = {
	sqlite: 'SQLite, one file',
	postgres: 'PostgreSQL',
};

/** What the account used and may use, and how the gateway itself is. */
export default function Usage() {
	const system = useLoad('system', (signal) =>
		requestData<SystemInfo>('GET', '/admin/v1/system', { signal }),
	);
	return (
		<>
			<PageHeader
				title="Usage and limits"
				about="What was used, what is allowed, and what the gateway runs on."
			/>
			<LoadedView of={system}>
				{(data) => (
					<div class="stack">
						<Used system={data} />
						<Limits system={data} />
						<Kept system={data} />
						<Process system={data} />
					</div>
				)}
			</LoadedView>
		</>
	);
}

function Used({ system: { plan, credits, messagesToday } }: { system: SystemInfo }) {
	const { used, allowed } = plan.instances;
	return (
		<Panel title={`Plan ${plan.name}`}>
			<Figures>
				<Figure name="Messages sent today (UTC)">{whole(messagesToday)}</Figure>
				<Figure name={allowed === null ? 'Instances, unlimited' : `Instances of ${whole(allowed)}`}>
					{whole(used)}
				</Figure>
				<Figure name="Credits left, in messages" words={credits.left === null} bad={credits.left === 0}>
					{credits.left === null ? 'Unlimited' : whole(credits.left)}
				</Figure>
			</Figures>
		</Panel>
	);
}

function Limits({ system: { plan } }: { system: SystemInfo }) {
	const { rateLimits, rateLimited } = plan;
	return (
		<Panel title="Requests a minute, for each key">
			<div class="stack-small">
				{!rateLimited && <p class="soft">The limits are switched off (GATEWAY_RATE_LIMITS).</p>}
				<Facts>
					<Fact name="Messages">{whole(rateLimits.messages)}</Fact>
					<Fact name="Instances">{whole(rateLimits.instances)}</Fact>
					<Fact name="Webhooks">{whole(rateLimits.webhooks)}</Fact>
					<Fact name="All together">{whole(rateLimits.general)}</Fact>
				</Facts>
			</div>
		</Panel>
	);
}

function Kept({ system: { retention, databaseSize, mediaSize } }: { system: SystemInfo }) {
	return (
		<Panel title="What is kept">
			<Facts>
				<Fact name="Messages">{keptFor(retention.messages)}</Fact>
				<Fact name="Files">{keptFor(retention.media)}</Fact>
				<Fact name="Events">{keptFor(retention.events)}</Fact>
				<Fact name="Delivery attempts">{keptFor(retention.attempts)}</Fact>
				<Fact name="Size of the database">{sizeOf(databaseSize)}</Fact>
				<Fact name="Size of the files">{sizeOf(mediaSize)}</Fact>
			</Facts>
		</Panel>
	);
}

function Process({ system }: { system: SystemInfo }) {
	return (
		<Panel title="This gateway">
			<Facts>
				<Fact name="Version">
					{system.version} on Node.js {system.node}
				</Fact>
				<Fact name="Network">{NETWORKS[system.network]}</Fact>
				<Fact name="Database">{ENGINES[system.engine]}</Fact>
				<Fact name="Running since">
					<Moment at={system.startedAt} /> ({duration((now.value - Date.parse(system.startedAt)) / 1000)})
				</Fact>
				<Fact name="Memory">{bytes(system.memory)}</Fact>
				<Fact name="Processes">{whole(system.processes)}</Fact>
				<Fact name="Public address">
					{system.publicUrl ?? <span class="faint">Not set (GATEWAY_PUBLIC_URL)</span>}
				</Fact>
			</Facts>
		</Panel>
	);
}

function keptFor(milliseconds: number | null): string {
	return milliseconds === null ? 'For ever' : `For ${duration(milliseconds / 1000)}`;
}

function sizeOf(size: number | null): string {
	return size === null ? 'Not known' : bytes(size);
}
