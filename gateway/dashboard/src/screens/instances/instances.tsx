import { useState } from 'preact/hooks';
import { usePages } from '../../api/use-pages.ts';
import { listInstances } from '../../api/instances.ts';
import { Ago } from '../../components/ago.tsx';
import { InstanceBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Problem } from '../../components/problem.tsx';
import { eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useChannel } from '../../live/use-channel.ts';
import type { InstanceListItem } from '../../api/types.ts';
import { goTo, linkTo } from '../../routing/location.ts';
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
	useChannel('events', {
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
			{list.error !== undefined && <Problem error={list.error} onRetry={list.refresh} />}
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
						goTo(linkTo('instances', id));
					}}
				/>
			)}
		</>
	);
}

function Row({ instance }: { instance: InstanceListItem }) {
	return (
		<a class="row" href={linkTo('instances', instance.id)}>
			<span class="row-main">
				<span class="row-title">{instance.name}</span>
				<span class="row-sub">
					{instance.phone === null ? 'Never connected' : `+${instance.phone}`}
					{instance.profileName !== null && `, ${instance.profileName}`}
				</span>
			</span>
			<span class="row-side">
				<span>
					Last active <Ago at={instance.lastSeenAt} />
				</span>
				<InstanceBadge status={instance.status} />
			</span>
		</a>
	);
}
