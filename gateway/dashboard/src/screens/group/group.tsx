import { useState } from 'preact/hooks';
import { getGroup, leaveGroup } from '../../api/groups.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Icon } from '../../components/display/icon.tsx';
import { formatCount } from '../../components/display/format.ts';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { NotConnected, useShownInstance } from '../../components/layout/instance-screen.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo, navigate } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { GroupInvite } from './group-invite.tsx';
import { GroupParticipants } from './group-participants.tsx';
import { GroupSettings } from './group-settings.tsx';

/** One group of an instance: its participants, its settings and its invite. */
export default function GroupScreen({ parameters }: { parameters: Parameters }) {
	const { instanceId = '', groupId = '' } = parameters;
	const [leaving, setLeaving] = useState(false);
	const instance = useShownInstance(instanceId);
	const isConnected = instance.data?.isConnected === true;
	const subscription = useSubscription([`instance:${instanceId}:events`], (message) => {
		if (eventIn(message)?.kind.startsWith('group.') === true) reload();
	});
	const group = useLoad(
		isConnected ? `group ${instanceId} ${groupId}` : null,
		(signal) => getGroup(instanceId, groupId, signal),
		{ subscription },
	);
	const reload = useDebounced(group.reload);
	const title = group.data?.name ?? groupId;
	const canChange = mayWrite() && instance.data?.capabilities.has('group_settings') === true;
	return (
		<>
			<PageHeader
				title={title}
				about={
					group.data === undefined ? undefined : formatCount(group.data.participants.length, 'participant')
				}
				back={{ href: hrefTo('groups', instanceId), label: 'Groups' }}
			>
				<a class="button button-main" href={hrefTo('chats', instanceId, groupId)}>
					<Icon name="chat" />
					<span>Open the chat</span>
				</a>
				{canChange && group.data !== undefined && (
					<Button
						kind="danger"
						icon="leave"
						onClick={() => {
							setLeaving(true);
						}}
					>
						Leave the group
					</Button>
				)}
			</PageHeader>
			{instance.data !== undefined && !isConnected && <NotConnected instance={instance.data} />}
			{isConnected && (
				<LoadedView of={group}>
					{(data) => (
						<div class="stack">
							<GroupParticipants instanceId={instanceId} group={data} onChange={group.reload} />
							{canChange && (
								<>
									<GroupSettings
										key={settingsKey(data)}
										instanceId={instanceId}
										group={data}
										onChange={group.reload}
									/>
									<GroupInvite instanceId={instanceId} groupId={groupId} />
								</>
							)}
						</div>
					)}
				</LoadedView>
			)}
			{leaving && (
				<ConfirmDialog
					title={`Leave ${title}?`}
					confirm="Leave the group"
					act={() => leaveGroup(instanceId, groupId)}
					onDone={() => {
						navigate(hrefTo('groups', instanceId));
					}}
					onClose={() => {
						setLeaving(false);
					}}
				>
					Its messages no longer arrive. To return, the account needs an admin who adds it, or an invite.
				</ConfirmDialog>
			)}
		</>
	);
}

/** The key of the form: a change by another person resets it. */
function settingsKey({
	name,
	description,
	settings,
}: {
	name: string;
	description: string | null;
	settings: object;
}) {
	return JSON.stringify([name, description, settings]);
}
