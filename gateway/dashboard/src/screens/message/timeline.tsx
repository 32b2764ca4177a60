import type { TimelineStep } from '../../api/types.ts';
import { DeliveryBadge } from '../../components/badges/badge.tsx';
import { formatCount } from '../../components/display/format.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { hrefTo } from '../../routing/location.ts';
import './timeline.css';

const WORDS: Record<string, string | undefined> = {
	'message.queued': 'Accepted and queued',
	'message.received': 'Received from the network',
	'message.sent': 'Sent to the network',
	'message.delivered': 'Delivered to the phone',
	'message.read': 'Read',
	'message.failed': 'Failed',
	'message.echo': 'Written on the phone or on the page',
	'message.edited': 'Edited',
	'message.deleted': 'Deleted for everyone',
	'message.reaction': 'A reaction changed',
	'message.unavailable': 'Reported as one that cannot be shown',
	'poll.voted': 'A vote changed',
};

/** The states of a message, each with the webhook deliveries of its event. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
	if (steps.length === 0) return <p class="soft">Nothing yet.</p>;
	return (
		<ol class="timeline">
			{steps.map((step) => (
				<li key={`${step.at} ${step.kind} ${step.eventId ?? ''}`} data-kind={step.kind}>
					<div class="line">
						<span class="timeline-title">{WORDS[step.kind] ?? step.kind}</span>
						<span class="faint small">
							<Timestamp at={step.at} seconds />
						</span>
					</div>
					{step.detail !== undefined && <p class="soft small">{step.detail}</p>}
					<Deliveries of={step.deliveries} />
				</li>
			))}
		</ol>
	);
}

function Deliveries({ of }: { of: TimelineStep['deliveries'] }) {
	if (of.length === 0) return null;
	return (
		<ul class="timeline-deliveries">
			{of.map(({ deliveryId, webhookId, status, attempts, lastStatusCode }) => (
				<li key={deliveryId} class="line small">
					<a href={hrefTo('webhooks', webhookId, 'deliveries', deliveryId)}>Webhook delivery</a>
					<DeliveryBadge status={status} />
					<span class="faint">
						{formatCount(attempts, 'attempt')}
						{lastStatusCode !== null && `, answered with ${lastStatusCode}`}
					</span>
				</li>
			))}
		</ul>
	);
}
