import { useState } from 'preact/hooks';
import { sendTestMail } from '../../api/alerts.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { FiringAlerts, SentMail } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { OptionalTimestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Panel } from '../../components/layout/panel.tsx';

/** The recipients of alerts by mail, and the state of the last mail; null: no mail server is set. */
export function MailPanel({ mail }: { mail: FiringAlerts['mail'] }) {
	const [sent, setSent] = useState<SentMail>();
	const testing = useAction(async () => {
		setSent(undefined);
		setSent(await sendTestMail());
	});
	if (mail === null) {
		return (
			<Panel title="By mail">
				<p class="soft">
					Alerts are not sent by mail. Set <code>GATEWAY_SMTP_URL</code>, <code>GATEWAY_ALERT_MAIL_FROM</code>{' '}
					and <code>GATEWAY_ALERT_MAIL_TO</code>, and start the gateway again. A{' '}
					<a href="#/webhooks">webhook</a> receives alerts with the events <code>alert.firing</code> and{' '}
					<code>alert.resolved</code>.
				</p>
			</Panel>
		);
	}
	return (
		<Panel
			title="By mail"
			actions={
				mayWrite() && (
					<Button icon="send" busy={testing.busy} onClick={() => void testing.run()}>
						Send a test mail
					</Button>
				)
			}
		>
			{mail.lastError !== null && (
				<Notice tone="bad">
					The last mail was not sent to all recipients. {mail.lastError}
					{mail.waiting > 0 && ' The gateway tries again.'}
				</Notice>
			)}
			{testing.error !== undefined && <ErrorAlert error={testing.error} />}
			{sent !== undefined && (
				<Notice tone={sent.refused.length === 0 ? 'good' : 'caution'} live>
					{sent.refused.length === 0
						? `The mail server accepted the test mail for ${sent.to.join(', ')}.`
						: `The mail server refused ${sent.refused.join(', ')}.`}
				</Notice>
			)}
			<DescriptionList>
				<Description name="To">
					<bdi>{mail.to.join(', ')}</bdi>
				</Description>
				<Description name="From">
					<bdi>{mail.from}</bdi>
				</Description>
				<Description name="Mail server">
					<code>{mail.server}</code>
				</Description>
				<Description name="Last sent">
					<OptionalTimestamp at={mail.lastSentAt} none="Not yet" />
				</Description>
			</DescriptionList>
		</Panel>
	);
}
