import { useState } from 'preact/hooks';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { navigate } from '../../routing/location.ts';

export function DeleteWebhook({ act }: { act: () => Promise<void> }) {
	const [asking, setAsking] = useState(false);
	return (
		<Panel title="Delete">
			<div class="line">
				<p class="grow soft">Events are not sent to this URL any more.</p>
				<Button
					kind="danger"
					icon="trash"
					onClick={() => {
						setAsking(true);
					}}
				>
					Delete this webhook
				</Button>
			</div>
			{asking && (
				<ConfirmDialog
					title="Delete this webhook?"
					confirm="Delete it for good"
					act={act}
					onDone={() => {
						navigate('#/webhooks');
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					What was not delivered yet is not delivered any more, and its list of deliveries goes with it.
				</ConfirmDialog>
			)}
		</Panel>
	);
}
