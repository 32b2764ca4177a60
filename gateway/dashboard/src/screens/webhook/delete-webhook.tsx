import { useState } from 'preact/hooks';
import type { Webhook } from '../../api/types.ts';
import { deleteWebhook } from '../../api/webhooks.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Panel } from '../../components/panel.tsx';
import { goTo } from '../../routing/location.ts';

export function DeleteWebhook({ webhook }: { webhook: Webhook }) {
	const [asking, setAsking] = useState(false);
	return (
		<Panel title="Delete">
			<div class="line">
				<p class="row-main soft">Events are not sent to this URL any more.</p>
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
					act={() => deleteWebhook(webhook.id)}
					onDone={() => {
						goTo('#/webhooks');
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
