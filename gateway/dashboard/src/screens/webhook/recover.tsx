import { useState } from 'preact/hooks';
import { useAction } from '../../api/hooks/use-action.ts';
import { recoverDeliveries } from '../../api/webhooks.ts';
import { Button } from '../../components/forms/button.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { formatCount } from '../../components/display/format.ts';
import { Form } from '../../components/forms/form.tsx';
import { RetryPreview } from './retry-preview.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { TextField } from '../../components/forms/text-field.tsx';

const DAY = 24 * 3600 * 1000;

interface Properties {
	webhookId: string;
	onRecovered: () => void;
	onClose: () => void;
}

/** Redelivers the failed deliveries of a time range, such as an outage of the receiver. */
export function Recover({ webhookId, onRecovered, onClose }: Properties) {
	const [since, setSince] = useState(localInput(Date.now() - DAY));
	const [until, setUntil] = useState('');
	const [recovered, setRecovered] = useState<number>();
	const span = () => ({
		since: new Date(since).toISOString(),
		...(until === '' ? {} : { until: new Date(until).toISOString() }),
	});
	const { run, busy, error } = useAction(async () => {
		setRecovered(await recoverDeliveries(webhookId, span()));
		onRecovered();
	});
	return (
		<Dialog title="Recover failed deliveries" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Deliver them again
						</Button>
						<Button onClick={onClose}>{recovered === undefined ? 'Cancel' : 'Close'}</Button>
					</>
				}
			>
				<p>
					The gateway delivers all failed deliveries of this time again, with the whole retry schedule. The
					receiver recognises repeated events by their ids.
				</p>
				<TextField label="Since" type="datetime-local" value={since} onChange={setSince} first />
				<TextField
					label="Until"
					type="datetime-local"
					optional
					hint="Leave it empty for until now."
					value={until}
					onChange={setUntil}
				/>
				{recovered === undefined && since !== '' && <RetryPreview webhookId={webhookId} selection={span()} />}
				{recovered !== undefined && (
					<Notice tone={recovered > 0 ? 'good' : 'note'} live>
						{recovered > 0
							? `${formatCount(recovered, 'delivery is', 'deliveries are')} on the way again.`
							: 'Nothing failed in this time.'}
					</Notice>
				)}
			</Form>
		</Dialog>
	);
}

/** Returns a time in the format of the input, in the reader's time zone. */
function localInput(at: number): string {
	const offset = new Date(at).getTimezoneOffset() * 60_000;
	return new Date(at - offset).toISOString().slice(0, 16);
}
