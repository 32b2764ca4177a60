import { useState } from 'preact/hooks';
import type { Webhook } from '../../api/types.ts';
import { deleteWebhook } from '../../api/webhooks.ts';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { navigate } from '../../routing/location.ts';

interface Properties {
	webhook: Webhook;
	/** Called with true before the request, and with false if it fails. */
	onDeleting: (deleting: boolean) => void;
}

export function DeleteWebhook({ webhook, onDeleting }: Properties) {
	const [asking, setAsking] = useState(false);
	const remove = async () => {
		onDeleting(true);
		try {
			await deleteWebhook(webhook.id);
		} catch (error) {
			onDeleting(false);
			throw error;
		}
	};
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
					act={remove}
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
