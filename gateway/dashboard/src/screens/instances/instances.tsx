import { useState } from 'preact/hooks';
import { usePages } from '../../api/use-pages.ts';
import { listInstances } from '../../api/instances.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { InstanceBadge } from '../../components/display/badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import type { InstanceListItem } from '../../api/types.ts';
import { navigate, hrefTo } from '../../routing/location.ts';
import { CreateInstance } from './create-instance.tsx';

const ON_A_PAGE = 50;

/** All instances, newest first. */
export default function Instances() {
	const [creating, setCreating] = useState(false);
	const list = usePages<InstanceListItem>({
		key: 'instances',
		keyOf: ({ id }) => id,
		async load(cursor, signal) {
			const offset = Number(cursor ?? 0);
			const { data, pagination } = await listInstances(offset, ON_A_PAGE, signal);
			return { items: data, next: pagination.hasMore ? String(offset + data.length) : null };
		},
	});
	const refresh = useDebounced(list.refresh);
	useSubscription('events', {
		onMessage: (message) => {
			if (eventIn(message)?.kind.startsWith('instance.') === true) refresh();
		},
		onGap: list.refresh,
	});

	const create = (
		<Button
			kind="main"
			icon="plus"
			onClick={() => {
				setCreating(true);
			}}
		>
			Create an instance
		</Button>
	);
	return (
		<>
			<PageHeader title="Instances" about="Each instance is one connection to an account on the network.">
				{list.items !== undefined && list.items.length > 0 && create}
			</PageHeader>
			{list.error !== undefined && <ErrorAlert error={list.error} onRetry={list.refresh} />}
			{list.items === undefined && list.error === undefined && <Loading />}
			{list.items?.length === 0 && (
				<EmptyState title="No instances yet" icon="instance" action={create}>
					Create one, then connect it to a phone by scanning a QR code, or through the operator’s official
					API. After that it can send and receive messages.
				</EmptyState>
			)}
			{list.items !== undefined && list.items.length > 0 && (
				<ul class="rows">
					{list.items.map((instance) => (
						<li key={instance.id}>
							<Row instance={instance} />
						</li>
					))}
				</ul>
			)}
			{list.hasMore && (
				<p class="list-end">
					<Button onClick={list.more}>Show more</Button>
				</p>
			)}
			{creating && (
				<CreateInstance
					onClose={() => {
						setCreating(false);
					}}
					onCreated={({ id }) => {
						navigate(hrefTo('instances', id));
					}}
				/>
			)}
		</>
	);
}

function Row({ instance }: { instance: InstanceListItem }) {
	return (
		<a class="row" href={hrefTo('instances', instance.id)}>
			<span class="row-main">
				<span class="row-title">{instance.name}</span>
				<span class="row-sub">
					{instance.phone === null ? 'Never connected' : `+${instance.phone}`}
					{instance.profileName !== null && `, ${instance.profileName}`}
				</span>
			</span>
			<span class="row-side">
				<span>
					Last active <RelativeTime at={instance.lastSeenAt} />
				</span>
				<InstanceBadge status={instance.status} />
			</span>
		</a>
	);
}
