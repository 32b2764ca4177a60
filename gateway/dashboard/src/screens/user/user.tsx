import { auth } from '../../api/sign-in/session.ts';
import type { User } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { listUsers } from '../../api/users.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { OptionalTimestamp, Timestamp } from '../../components/display/timestamp.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import type { Parameters } from '../../routing/routes.ts';
import { formatSecondFactors } from '../users/second-factors.ts';
import { RemoveUser } from './remove-user.tsx';
import { UserAccess } from './user-access.tsx';
import { UserSettings } from './user-settings.tsx';

const BACK = { href: '#/users', label: 'Users' };

/** One user: name and role, access, removal. */
export default function UserScreen({ parameters: { userId = '' } }: { parameters: Parameters }) {
	const users = useLoad('users', listUsers);
	useRegularReload(users.poll);
	return (
		<LoadedView of={users}>
			{(all) => {
				const user = all.find((one) => one.userId === userId);
				return user === undefined ? (
					<NoUser />
				) : (
					<OneUser key={userId} user={user} onChanged={users.reload} />
				);
			}}
		</LoadedView>
	);
}

function NoUser() {
	return (
		<>
			<PageHeader title="User" back={BACK} />
			<EmptyState title="There is no such user">The user was removed, or the address is wrong.</EmptyState>
		</>
	);
}

function OneUser({ user, onChanged }: { user: User; onChanged: () => void }) {
	const isSelf = auth.value.state === 'signed in' && auth.value.session.user.userId === user.userId;
	return (
		<>
			<PageHeader title={user.name} back={BACK}>
				{isSelf && <Badge tone="note">You</Badge>}
				{user.status === 'invited' ? (
					<Badge tone="caution">Invited</Badge>
				) : (
					<Badge tone="good">Active</Badge>
				)}
			</PageHeader>
			<div class="stack">
				<Panel title="About">
					<DescriptionList>
						<Description name="Second factors">
							{user.secondFactors.length === 0 ? (
								<span class="faint">None</span>
							) : (
								formatSecondFactors(user.secondFactors)
							)}
						</Description>
						<Description name="Last sign-in">
							<OptionalTimestamp at={user.lastSignInAt} none="Never" />
						</Description>
						<Description name="Created">
							<Timestamp at={user.createdAt} />
						</Description>
						<Description name="User id">
							<code>{user.userId}</code>
						</Description>
					</DescriptionList>
				</Panel>
				<UserSettings user={user} isSelf={isSelf} onChanged={onChanged} />
				{isSelf ? (
					<p class="soft">
						Your password, second factors and sessions are on the screen <a href="#/account">Account</a>.
					</p>
				) : (
					<UserAccess user={user} onChanged={onChanged} />
				)}
				<RemoveUser user={user} isSelf={isSelf} />
			</div>
		</>
	);
}
