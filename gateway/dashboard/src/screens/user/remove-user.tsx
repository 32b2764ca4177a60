import { useState } from 'preact/hooks';
import type { User } from '../../api/types.ts';
import { removeUser } from '../../api/users.ts';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { navigate } from '../../routing/location.ts';

export function RemoveUser({ user, isSelf }: { user: User; isSelf: boolean }) {
	const [asking, setAsking] = useState(false);
	return (
		<Panel title="Remove">
			<div class="line">
				<p class="grow soft">Deletes the account. Its entries in the audit log stay.</p>
				<Button
					kind="danger"
					icon="trash"
					onClick={() => {
						setAsking(true);
					}}
				>
					Remove this user
				</Button>
			</div>
			{asking && (
				<ConfirmDialog
					title={`Remove ${user.name}?`}
					confirm="Remove for good"
					act={() => removeUser(user.userId)}
					onDone={() => {
						navigate('#/users');
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					All sessions of <bdi>{user.name}</bdi> end{isSelf ? ', this one too' : ''}. Keys that{' '}
					<bdi>{user.name}</bdi> made go on working. This cannot be undone.
				</ConfirmDialog>
			)}
		</Panel>
	);
}
