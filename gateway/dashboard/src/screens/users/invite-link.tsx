import type { Invitation } from '../../api/types.ts';
import { ShownValue } from '../../components/display/shown-value.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';

/** The one-time link of a user, which is shown only once. */
export function InviteLink({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
	const { user, inviteUrl, expiresAt } = invitation;
	return (
		<Dialog title={`The link for ${user.name}`} wide keepsOpen onClose={onClose}>
			<div class="stack-small">
				<Notice tone="caution" live>
					Copy it now. It cannot be shown again.
				</Notice>
				<ShownValue value={inviteUrl} what="the link" />
				<p class="soft">
					Send it to <bdi>{user.name}</bdi> by a channel that only they read: the first person who opens it
					chooses the password. It works once, until <Timestamp at={expiresAt} />.
				</p>
				<p>
					<Button kind="main" onClick={onClose}>
						I have copied it
					</Button>
				</p>
			</div>
		</Dialog>
	);
}
