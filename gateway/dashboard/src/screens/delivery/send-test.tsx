import { useState } from 'preact/hooks';
import type { DeliveryDetail, SentTest } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { sendTest } from '../../api/webhooks.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextArea } from '../../components/forms/text-area.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { AttemptSides } from './attempt.tsx';

interface Properties {
	webhookId: string;
	delivery: DeliveryDetail;
	onClose: () => void;
}

/** Most characters of an edited payload: a request's body may have a megabyte. */
const LENGTH = 500_000;

/** Sends an edited payload of a delivery once, marked as a test, and shows the answer. */
export function SendTest({ webhookId, delivery: { id, body }, onClose }: Properties) {
	const [text, setText] = useState(() => laidOut(body ?? '{}'));
	const [sent, setSent] = useState<SentTest>();
	const payload = objectOf(text);
	const { run, busy, error } = useAction(async () => {
		if (payload === null) return;
		setSent(undefined);
		setSent(await sendTest(webhookId, id, payload));
	});
	return (
		<Dialog title="Edit and send as a test" onClose={onClose} wide>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy} disabled={payload === null}>
							Send the test
						</Button>
						<Button onClick={onClose}>Close</Button>
					</>
				}
			>
				<p>
					It is sent once, signed, with <code>&quot;test&quot;: true</code> and an event id of its own. It is
					not counted as a delivery of the event.
				</p>
				<TextArea
					label="Payload"
					hint={payload === null ? 'This is not a JSON object yet.' : 'A JSON object.'}
					maxLength={LENGTH}
					rows={12}
					value={text}
					onChange={setText}
				/>
				{sent !== undefined && (
					<>
						<Notice tone={isTaken(sent) ? 'good' : 'bad'} live>
							{sent.statusCode === null
								? sent.error
								: `The receiver answered with ${sent.statusCode} after ${sent.duration} ms.`}
						</Notice>
						<AttemptSides attempt={sent} label="of the test" />
					</>
				)}
			</Form>
		</Dialog>
	);
}

function isTaken({ statusCode }: SentTest): boolean {
	return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

function laidOut(text: string): string {
	const value = objectOf(text);
	return value === null ? text : JSON.stringify(value, null, 2);
}

/** The JSON object that a text is; null: it is none. */
function objectOf(text: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(text);
		const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
		return isObject ? (value as Record<string, unknown>) : null;
	} catch {
		return null;
	}
}
