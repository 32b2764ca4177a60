import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { Webhook } from '../../api/types.ts';
import { rotateSecret } from '../../api/webhooks.ts';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Secret } from '../../components/display/secret.tsx';

interface Properties {
	webhook: Webhook;
	onChanged: (webhook: Webhook) => void;
}

/** The secret that signs deliveries. */
export function SigningSecret({ webhook, onChanged }: Properties) {
	const [asking, setAsking] = useState(false);
	const close = () => {
		setAsking(false);
	};
	return (
		<Panel
			title="Signing secret"
			actions={
				mayWrite() && (
					<Button
						onClick={() => {
							setAsking(true);
						}}
					>
						Rotate the secret
					</Button>
				)
			}
		>
			<div class="stack-small">
				<p class="soft">
					Every request carries <code>x-service-signature</code>, the HMAC-SHA-256 of its body under this
					secret. The receiver checks it to know that the event comes from here.
				</p>
				<p>
					<Secret key={webhook.secret} value={webhook.secret} what="the signing secret" />
				</p>
				{webhook.previousSecretExpiresAt !== null && (
					<Notice>
						The previous secret also signs, until <Timestamp at={webhook.previousSecretExpiresAt} />. Give the
						receiver the new one before then. A trigger in n8n gets a new one when its workflow is unpublished
						and published again: do this before then.
					</Notice>
				)}
			</div>
			{asking && (
				<ConfirmDialog
					title="Rotate the signing secret?"
					confirm="Make a new secret"
					act={async () => {
						onChanged(await rotateSecret(webhook.id));
					}}
					onDone={close}
					onClose={close}
				>
					There will be a new secret. For 24 hours requests are signed with both, so that the receiver can
					switch without losing an event.
				</ConfirmDialog>
			)}
		</Panel>
	);
}
