import type { Alert } from '../../api/types.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { RowDetail } from '../../components/lists/row.tsx';

/** Why the mail of an alert was not sent, or not to all. */
export function MailError({ of: { mail } }: { of: Alert }) {
	if (mail === null) return null;
	if (mail.error === null) return null;
	return (
		<RowDetail>
			<span class="alert-mail-error">
				{mail.status === 'sent' ? 'Its mail was not sent to all recipients. ' : 'Its mail was not sent. '}
				{mail.error}
				{mail.nextAttemptAt !== null && (
					<>
						{' '}
						The next try is <RelativeTime at={mail.nextAttemptAt} />.
					</>
				)}
			</span>
		</RowDetail>
	);
}
