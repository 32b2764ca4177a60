import { useState } from 'preact/hooks';
import type { EventKind, TestResult, Webhook } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { testWebhook } from '../../api/webhooks.ts';
import { Button } from '../../components/forms/button.tsx';
import { EVENT_KINDS } from '../../components/webhook/event-kinds.ts';
import { Form } from '../../components/forms/form.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { hrefTo } from '../../routing/location.ts';

/** Sends a sample event and shows the response of the receiver. */
export function Test({ webhook }: { webhook: Webhook }) {
	const first = EVENT_KINDS.find((kind) => webhook.events.includes(kind));
	const [event, setEvent] = useState<EventKind>(first ?? 'message.received');
	const [result, setResult] = useState<TestResult>();
	const { run, busy, error } = useAction(async () => {
		setResult(undefined);
		setResult(await testWebhook(webhook.id, event));
	});
	return (
		<Panel title="Test">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<Button type="submit" busy={busy}>
						Send a test event
					</Button>
				}
			>
				<SelectField
					label="Event"
					hint="The sample is marked as a test, and delivered like any other event."
					value={event}
					onChange={setEvent}
					options={EVENT_KINDS.map((kind) => [kind, kind] as const)}
				/>
				{result !== undefined && (
					<Notice tone={result.status === 'success' ? 'good' : 'bad'} live>
						{wordsFor(result)}{' '}
						<a href={hrefTo('webhooks', webhook.id, 'deliveries', result.deliveryId)}>See the delivery</a>
					</Notice>
				)}
			</Form>
		</Panel>
	);
}

function wordsFor({ status, statusCode, responseTime }: TestResult): string {
	if (statusCode === null) return 'The receiver did not answer.';
	const time = responseTime === null ? '' : ` after ${responseTime} ms`;
	if (status === 'success') return `The receiver accepted it: it answered with ${statusCode}${time}.`;
	return `The receiver answered with ${statusCode}${time}. Only a 2xx status counts as accepted.`;
}
