import { useState } from 'preact/hooks';
import { listGroups } from '../../api/groups.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { GroupListItem } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { formatCount } from '../../components/display/format.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Button } from '../../components/forms/button.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { InstanceScreen, type ShownInstance } from '../../components/layout/instance-screen.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';
import { WindowedList } from '../../components/lists/windowed-list.tsx';
import { useRequestedAction } from '../../components/search/requested-action.ts';
import { eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo, navigate } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { useQueryText } from '../../routing/use-query.ts';
import { CreateGroup } from './create-group.tsx';
import { JoinGroup } from './join-group.tsx';

const ROW_HEIGHT = 66;

/** The groups of an instance. */
export default function Groups({ parameters: { instanceId } }: { parameters: Parameters }) {
	const [dialog, setDialog] = useState<'create' | 'join' | null>(null);
	useRequestedAction('create a group', () => {
		setDialog('create');
	});
	return (
		<InstanceScreen
			title="Groups"
			about="The groups that the account of an instance is in."
			icon="group"
			area="groups"
			instanceId={instanceId}
			actions={({ capabilities }) =>
				mayWrite() && (
					<>
						{capabilities.has('group_settings') && (
							<Button
								onClick={() => {
									setDialog('join');
								}}
							>
								Join by an invite
							</Button>
						)}
						{capabilities.has('groups') && (
							<Button
								kind="main"
								icon="plus"
								onClick={() => {
									setDialog('create');
								}}
							>
								Create a group
							</Button>
						)}
					</>
				)
			}
		>
			{(instance) => {
				const { id, capabilities, isConnected } = instance;
				if (!capabilities.has('groups')) {
					return (
						<EmptyState title="This instance has no groups" icon="group">
							The network of this instance offers no groups, or it was never connected. Choose another
							instance.
						</EmptyState>
					);
				}
				const close = () => {
					setDialog(null);
				};
				const onDone = (groupId: string) => {
					navigate(hrefTo('groups', id, groupId));
				};
				return (
					<>
						{isConnected && <GroupList key={id} instance={instance} />}
						{dialog === 'create' && <CreateGroup instanceId={id} onCreated={onDone} onClose={close} />}
						{dialog === 'join' && <JoinGroup instanceId={id} onJoined={onDone} onClose={close} />}
					</>
				);
			}}
		</InstanceScreen>
	);
}

function GroupList({ instance: { id } }: { instance: ShownInstance }) {
	const [search, setSearch] = useQueryText('search');
	const subscription = useSubscription([`instance:${id}:events`], (message) => {
		if (eventIn(message)?.kind.startsWith('group.') === true) reload();
	});
	const groups = useLoad(`groups ${id}`, (signal) => listGroups(id, signal), { subscription });
	const reload = useDebounced(groups.reload);
	const wanted = search.trim().toLowerCase();
	return (
		<>
			<Toolbar>
				<div class="grow">
					<SearchField label="Search by name" value={search} onChange={setSearch} />
				</div>
			</Toolbar>
			<LoadedView of={groups}>
				{(all) => {
					const shown = all.filter(({ name }) => name.toLowerCase().includes(wanted));
					if (shown.length === 0) {
						return (
							<EmptyState title={all.length === 0 ? 'No groups yet' : 'No group fits'} icon="group">
								{all.length === 0
									? 'Create one, or join one by its invite link.'
									: 'Try fewer letters of its name.'}
							</EmptyState>
						);
					}
					return (
						<div class="windowed-frame">
							<WindowedList
								label="List of groups"
								items={shown}
								keyOf={(group) => group.id}
								rowHeight={ROW_HEIGHT}
							>
								{(group) => <GroupRow instanceId={id} group={group} />}
							</WindowedList>
						</div>
					);
				}}
			</LoadedView>
		</>
	);
}

function GroupRow({ instanceId, group }: { instanceId: string; group: GroupListItem }) {
	const { id, name, participantsCount, isAdmin, description } = group;
	return (
		<Row
			href={hrefTo('groups', instanceId, id)}
			title={name}
			side={
				isAdmin && (
					<RowSide>
						<Badge tone="note">Admin</Badge>
					</RowSide>
				)
			}
		>
			<RowDetail>
				{formatCount(participantsCount, 'participant')}
				{description !== null && (
					<>
						, <bdi>{description.slice(0, 80)}</bdi>
					</>
				)}
			</RowDetail>
		</Row>
	);
}
