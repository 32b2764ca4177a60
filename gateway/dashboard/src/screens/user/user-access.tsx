import { useState } from 'preact/hooks';
import type { Invitation, User } from '../../api/types.ts';
import { endUserSessions, makeLink } from '../../api/users.ts';
import { Button } from '../../components/forms/button.tsx';
import { SavedNote } from '../../components/forms/saved-note.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { InviteLink } from '../users/invite-link.tsx';

interface Properties {
	user: User;
	onChanged: () => void;
}

/** A new one-time link for a user, and the end of the user's sessions. */
export function UserAccess({ user, onChanged }: Properties) {
	const [asking, setAsking] = useState<'link' | 'sessions'>();
	const [invitation, setInvitation] = useState<Invitation>();
	const [ended, setEnded] = useState(0);
	const close = () => {
		setAsking(undefined);
	};
	return (
		<Panel title="Access">
			<div class="stack-small">
				<p class="soft">
					Forgotten password, or lost second factor? A new link lets <bdi>{user.name}</bdi> choose another
					password.
				</p>
				<div class="line">
					<Button
						onClick={() => {
							setAsking('link');
						}}
					>
						Make a new link
					</Button>
					<Button
						icon="leave"
						onClick={() => {
							setAsking('sessions');
						}}
					>
						End all sessions
					</Button>
					<SavedNote count={ended} text="All sessions have ended." />
				</div>
			</div>
			{asking === 'link' && (
				<ConfirmDialog
					title={`Make a new link for ${user.name}?`}
					confirm="Make the link"
					act={async () => {
						setInvitation(await makeLink(user.userId));
					}}
					onDone={() => {
						close();
						onChanged();
					}}
					onClose={close}
				>
					It removes the password, the authenticator app, the passkeys and the recovery codes of{' '}
					<bdi>{user.name}</bdi>, and ends all sessions. Until the link is opened, <bdi>{user.name}</bdi>{' '}
					cannot sign in.
				</ConfirmDialog>
			)}
			{asking === 'sessions' && (
				<ConfirmDialog
					title={`End all sessions of ${user.name}?`}
					confirm="End all sessions"
					act={() => endUserSessions(user.userId)}
					onDone={() => {
						close();
						setEnded(ended + 1);
					}}
					onClose={close}
				>
					<bdi>{user.name}</bdi> has to sign in again.
				</ConfirmDialog>
			)}
			{invitation !== undefined && asking === undefined && (
				<InviteLink
					invitation={invitation}
					onClose={() => {
						setInvitation(undefined);
					}}
				/>
			)}
		</Panel>
	);
}
