import { useState } from 'preact/hooks';
import { getInvite, revokeInvite } from '../../api/groups.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';

/** The invite link of a group, which is shown only on request, because anybody with the link can join. */
export function GroupInvite({ instanceId, groupId }: { instanceId: string; groupId: string }) {
	const [invite, setInvite] = useState<string | null>(null);
	const [asking, setAsking] = useState(false);
	const showing = useAction(async () => {
		setInvite((await getInvite(instanceId, groupId)).invite);
	});
	return (
		<Panel title="Invite link">
			<div class="line">
				{invite === null ? (
					<>
						<p class="grow soft">Anybody with the link can join. Only admins of the group can see it.</p>
						<Button busy={showing.busy} onClick={() => void showing.run()}>
							Show the link
						</Button>
					</>
				) : (
					<>
						<code class="grow">{invite}</code>
						<CopyButton text={invite} what="the link" />
						<Button
							onClick={() => {
								setAsking(true);
							}}
						>
							Make a new link
						</Button>
					</>
				)}
			</div>
			{showing.error !== undefined && <ErrorAlert error={showing.error} />}
			{asking && (
				<ConfirmDialog
					title="Make a new invite link?"
					confirm="Make a new link"
					act={async () => {
						setInvite((await revokeInvite(instanceId, groupId)).invite);
					}}
					onDone={() => {
						setAsking(false);
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					The present link then no longer works.
				</ConfirmDialog>
			)}
		</Panel>
	);
}
