import { mayWrite } from '../../api/sign-in/session.ts';
import type { Webhook } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { recoverDeliveries } from '../../api/webhooks.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';

interface Properties {
	webhook: Webhook;
	onResumed: () => void;
}

/** Says that a webhook fails or is paused, and resumes it. */
export function Failing({ webhook: { id, failingSince, pausedAt, pauseReason }, onResumed }: Properties) {
	const { run, busy, error } = useAction(async () => {
		// Only this request can resume an instance's own webhook; it also retries the failed deliveries.
		await recoverDeliveries(id, { since: dayBefore(failingSince ?? pausedAt) });
		onResumed();
	});
	if (pausedAt === null) {
		if (failingSince === null) return null;
		return (
			<Notice tone="caution">
				Failing since <Timestamp at={failingSince} />. Each delivery shows the answer of the receiver.
			</Notice>
		);
	}
	return (
		<Notice tone="bad">
			<p>
				Paused since <Timestamp at={pausedAt} />
				{failingSince !== null && (
					<>
						, because every delivery failed since <Timestamp at={failingSince} />
					</>
				)}
				. The gateway keeps its events.
			</p>
			{mayWrite() ? (
				<>
					<p>When the receiver works again, deliver the waiting and the failed events:</p>
					<Button kind="main" busy={busy} onClick={() => void run()}>
						Resume
					</Button>
				</>
			) : (
				<p>{pauseReason}</p>
			)}
			{error !== undefined && <ErrorAlert error={error} />}
		</Notice>
	);
}

/** Returns the time a day earlier, because the first failed delivery was created before it failed. */
function dayBefore(time: string | null): string {
	const at = time === null ? Date.now() : Date.parse(time);
	return new Date(at - 24 * 3_600_000).toISOString();
}
