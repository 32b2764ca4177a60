import { useState } from 'preact/hooks';
import type { User } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { listUsers } from '../../api/users.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { ROLE_NAMES } from '../../components/display/roles.ts';
import { Button } from '../../components/forms/button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';
import { Rows } from '../../components/lists/rows.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { hrefTo } from '../../routing/location.ts';
import { InviteUser } from './invite-user.tsx';
import { formatSecondFactors } from './second-factors.ts';

/** The people who have an account. */
export default function Users() {
	const [inviting, setInviting] = useState(false);
	const users = useLoad('users', listUsers);
	useRegularReload(users.poll);
	return (
		<>
			<PageHeader
				title="Users"
				about="The people who may open this page. Each has a name, a role and a password of their own."
			>
				<Button
					kind="main"
					icon="plus"
					onClick={() => {
						setInviting(true);
					}}
				>
					Invite somebody
				</Button>
			</PageHeader>
			<LoadedView of={users}>
				{(all) => (
					<Rows items={all} keyOf={({ userId }) => userId}>
						{(user) => <UserRow user={user} />}
					</Rows>
				)}
			</LoadedView>
			{inviting && (
				<InviteUser
					onInvited={users.reload}
					onClose={() => {
						setInviting(false);
					}}
				/>
			)}
		</>
	);
}

function UserRow({ user }: { user: User }) {
	const { userId, name, role, status, secondFactors, lastSignInAt } = user;
	return (
		<Row
			href={hrefTo('users', userId)}
			title={name}
			side={
				<RowSide>
					<span>
						{lastSignInAt === null ? (
							'Never signed in'
						) : (
							<>
								Signed in <RelativeTime at={lastSignInAt} />
							</>
						)}
					</span>
					{status === 'invited' ? <Badge tone="caution">Invited</Badge> : <Badge tone="good">Active</Badge>}
				</RowSide>
			}
		>
			<RowDetail>
				{ROLE_NAMES[role]} · {formatSecondFactors(secondFactors)}
			</RowDetail>
		</Row>
	);
}
