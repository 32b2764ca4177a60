import { useState } from 'preact/hooks';
import type { DeliveryAttempted, StoredEvent } from '../api/types.ts';
import { listWebhooks } from '../api/webhooks.ts';
import { useLoad } from '../api/hooks/use-load.ts';
import { DeliveryBadge } from '../components/badges/badge.tsx';
import { EventSummary } from '../components/display/event-summary.tsx';
import { Button } from '../components/forms/button.tsx';
import { Timestamp } from '../components/display/timestamp.tsx';
import { deliveryIn, eventIn } from '../live/live-messages.ts';
import { useSubscription } from '../live/use-subscription.ts';
import { hrefTo } from '../routing/location.ts';
import './activity.css';

/** Maximum number of events shown; the events screen has all of them. */
const LIMIT = 60;

/** An event with its webhook deliveries. */
interface EventWithDeliveries {
	event: StoredEvent;
	deliveries: readonly DeliveryAttempted[];
}

/** The latest events, each with its deliveries below it, live. */
export function Activity() {
	const [all, setAll] = useState<readonly EventWithDeliveries[]>([]);
	useSubscription(['events', 'deliveries'], (message) => {
		const event = eventIn(message);
		if (event !== null) setAll((before) => [{ event, deliveries: [] }, ...before].slice(0, LIMIT));
		const delivery = deliveryIn(message);
		if (delivery !== null) setAll((before) => withDelivery(before, delivery));
	});
	return (
		<section class="activity" aria-label="What happens">
			<header class="activity-head">
				<h3>What happens</h3>
				<Button
					kind="quiet"
					disabled={all.length === 0}
					onClick={() => {
						setAll([]);
					}}
				>
					Clear
				</Button>
			</header>
			{all.length === 0 ? (
				<p class="soft small">Each event and webhook delivery that a tap on a phone causes appears here.</p>
			) : (
				<div class="activity-list" role="log" aria-label="Events and deliveries" tabIndex={0}>
					<ol>
						{all.map(({ event, deliveries }) => (
							<li key={event.eventId}>
								<ActivityItem event={event} deliveries={deliveries} />
							</li>
						))}
					</ol>
				</div>
			)}
		</section>
	);
}

/** Adds a delivery attempt to its event, or replaces the earlier attempt of the delivery. */
function withDelivery(
	all: readonly EventWithDeliveries[],
	delivery: DeliveryAttempted,
): readonly EventWithDeliveries[] {
	return all.map((one) =>
		one.event.eventId === delivery.eventId
			? {
					...one,
					deliveries: [
						...one.deliveries.filter(({ deliveryId }) => deliveryId !== delivery.deliveryId),
						delivery,
					],
				}
			: one,
	);
}

function ActivityItem({ event, deliveries }: EventWithDeliveries) {
	const webhooks = useLoad(deliveries.length === 0 ? null : 'webhooks', (signal) => listWebhooks(signal));
	const nameOf = (id: string): string => {
		const webhook = webhooks.data?.find((one) => one.id === id);
		return webhook?.name ?? (webhook === undefined ? 'A webhook' : new URL(webhook.url).host);
	};
	return (
		<>
			<p class="activity-event">
				<code>{event.kind}</code>
				<EventSummary event={event} class="soft" />
				<Timestamp at={event.at} seconds />
			</p>
			{deliveries.map((delivery) => (
				<p key={delivery.deliveryId} class="activity-delivery">
					<a
						class="cut"
						dir="auto"
						href={hrefTo('webhooks', delivery.webhookId, 'deliveries', delivery.deliveryId)}
					>
						{nameOf(delivery.webhookId)}
					</a>
					<DeliveryBadge status={delivery.status} />
					<span class="number soft">{responseOf(delivery)}</span>
				</p>
			))}
		</>
	);
}

function responseOf({ statusCode, responseTime }: DeliveryAttempted): string {
	return statusCode === null ? 'no answer' : `${statusCode} in ${responseTime} ms`;
}
