import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in/session.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { listInstances } from '../../api/instances.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { InstanceBadge } from '../../components/badges/badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useRequestedAction } from '../../components/search/requested-action.ts';
import { eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import type { InstanceListItem } from '../../api/types.ts';
import { navigate, hrefTo } from '../../routing/location.ts';
import { CreateInstance } from './create-instance.tsx';
import { PagedRows } from '../../components/lists/paged-rows.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';

const PAGE_SIZE = 50;

/** All instances, newest first. */
export default function Instances() {
	const [creating, setCreating] = useState(false);
	useRequestedAction('create an instance', () => {
		setCreating(true);
	});
	const subscription = useSubscription(['events'], (message) => {
		if (eventIn(message)?.kind.startsWith('instance.') === true) refresh();
	});
	const list = usePages<InstanceListItem>({
		key: 'instances',
		keyOf: ({ id }) => id,
		async load(cursor, signal) {
			const offset = Number(cursor ?? 0);
			const { data, pagination } = await listInstances(offset, PAGE_SIZE, signal);
			return { items: data, next: pagination.hasMore ? String(offset + data.length) : null };
		},
		subscription,
	});
	const refresh = useDebounced(list.refresh);

	const create = mayWrite() && (
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
			<PagedRows
				of={list}
				empty={
					<EmptyState title="No instances yet" icon="instance" action={create}>
						Create one, then connect it to a phone by scanning a QR code, or through the operator’s official
						API. After that it can send and receive messages.
					</EmptyState>
				}
			>
				{(instance) => <InstanceRow instance={instance} />}
			</PagedRows>
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

function InstanceRow({ instance }: { instance: InstanceListItem }) {
	const { id, name, phone, profileName, lastSeenAt, status } = instance;
	return (
		<Row
			href={hrefTo('instances', id)}
			title={name}
			side={
				<RowSide>
					<span>
						Last active <RelativeTime at={lastSeenAt} />
					</span>
					<InstanceBadge status={status} />
				</RowSide>
			}
		>
			<RowDetail>
				{phone === null ? 'Never connected' : `+${phone}`}
				{profileName !== null && (
					<>
						, <bdi>{profileName}</bdi>
					</>
				)}
			</RowDetail>
		</Row>
	);
}
