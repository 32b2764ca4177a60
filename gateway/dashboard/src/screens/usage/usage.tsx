import { requestData } from '../../api/request.ts';
import type { SystemInfo } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { Stat, Stats } from '../../components/display/stats.tsx';
import { formatBytes, formatDuration, formatInteger } from '../../components/display/format.ts';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { now } from '../../components/display/now.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';

const NETWORKS: Record<SystemInfo['network'], string> = {
	simulator: 'Simulated, inside the gateway',
	whatsapp: 'WhatsApp',
};
const ENGINES: Record<SystemInfo['engine'], string> = {
	sqlite: 'SQLite, one file',
	postgres: 'PostgreSQL',
};

/** Usage, limits, retention, and the gateway's own process. */
export default function Usage() {
	const system = useLoad('system', (signal) =>
		requestData<SystemInfo>('GET', '/admin/v1/system', { signal }),
	);
	useRegularReload(system.poll);
	return (
		<>
			<PageHeader title="Usage and limits" about="The usage, the limits, and the system of the gateway." />
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
			<Stats>
				<Stat name="Messages sent today (UTC)">{formatInteger(messagesToday)}</Stat>
				<Stat name={allowed === null ? 'Instances, unlimited' : `Instances of ${formatInteger(allowed)}`}>
					{formatInteger(used)}
				</Stat>
				<Stat name="Credits left, in messages" isText={credits.left === null} bad={credits.left === 0}>
					{credits.left === null ? 'Unlimited' : formatInteger(credits.left)}
				</Stat>
			</Stats>
		</Panel>
	);
}

function Limits({ system: { plan } }: { system: SystemInfo }) {
	const { rateLimits, rateLimited } = plan;
	return (
		<Panel title="Requests a minute, for each key">
			<div class="stack-small">
				{!rateLimited && <p class="soft">The limits are off (GATEWAY_RATE_LIMITS).</p>}
				<DescriptionList>
					<Description name="Messages">{formatInteger(rateLimits.messages)}</Description>
					<Description name="Instances">{formatInteger(rateLimits.instances)}</Description>
					<Description name="Webhooks">{formatInteger(rateLimits.webhooks)}</Description>
					<Description name="All together">{formatInteger(rateLimits.general)}</Description>
				</DescriptionList>
			</div>
		</Panel>
	);
}

function Kept({ system: { retention, databaseSize, mediaSize } }: { system: SystemInfo }) {
	return (
		<Panel title="Retention">
			<DescriptionList>
				<Description name="Messages">{keptFor(retention.messages)}</Description>
				<Description name="Files">{keptFor(retention.media)}</Description>
				<Description name="Events">{keptFor(retention.events)}</Description>
				<Description name="Delivery attempts">{keptFor(retention.attempts)}</Description>
				<Description name="Size of the database">{sizeOf(databaseSize)}</Description>
				<Description name="Size of the files">{sizeOf(mediaSize)}</Description>
			</DescriptionList>
		</Panel>
	);
}

function Process({ system }: { system: SystemInfo }) {
	return (
		<Panel title="This gateway">
			<DescriptionList>
				<Description name="Version">
					{system.version} on Node.js {system.node}
				</Description>
				<Description name="Network">{NETWORKS[system.network]}</Description>
				<Description name="Database">{ENGINES[system.engine]}</Description>
				<Description name="Running since">
					<Timestamp at={system.startedAt} /> (
					{formatDuration((now.value - Date.parse(system.startedAt)) / 1000)})
				</Description>
				<Description name="Memory">{formatBytes(system.memory)}</Description>
				<Description name="Processes">{formatInteger(system.processes)}</Description>
				<Description name="Public address">
					{system.publicUrl ?? <span class="faint">Not set (GATEWAY_PUBLIC_URL)</span>}
				</Description>
			</DescriptionList>
		</Panel>
	);
}

function keptFor(milliseconds: number | null): string {
	return milliseconds === null ? 'For ever' : `For ${formatDuration(milliseconds / 1000)}`;
}

function sizeOf(size: number | null): string {
	return size === null ? 'Not known' : formatBytes(size);
}
