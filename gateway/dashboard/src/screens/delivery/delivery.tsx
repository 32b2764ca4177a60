import { mayWrite } from '../../api/session.ts';
import type { DeliveryDetail } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import { getDelivery, retryDelivery } from '../../api/webhooks.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { DeliveryBadge } from '../../components/display/badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { deliveryIn } from '../../live/live-messages.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { AttemptView } from './attempt.tsx';

/** One delivery: its body and its attempts; it can be retried. */
export default function DeliveryScreen({
	parameters: { webhookId = '', deliveryId = '' },
}: {
	parameters: Parameters;
}) {
	const subscription = useSubscription(['deliveries'], (message) => {
		if (deliveryIn(message)?.deliveryId === deliveryId) delivery.reload();
	});
	const delivery = useLoad(deliveryId, (signal) => getDelivery(webhookId, deliveryId, signal), {
		subscription,
	});
	const retrying = useAction(async () => {
		await retryDelivery(webhookId, deliveryId);
		delivery.reload();
	});
	return (
		<LoadedView of={delivery}>
			{(data) => (
				<>
					<PageHeader
						title={data.event}
						back={{ href: hrefTo('webhooks', webhookId), label: 'Deliveries of the webhook' }}
					>
						<DeliveryBadge status={data.status} />
						{mayWrite() && (
							<Button kind="main" icon="retry" busy={retrying.busy} onClick={() => void retrying.run()}>
								{data.status === 'pending' ? 'Deliver now' : 'Deliver again'}
							</Button>
						)}
					</PageHeader>
					<div class="stack">
						{retrying.error !== undefined && <ErrorAlert error={retrying.error} />}
						<Outcome delivery={data} />
						<Panel title="Attempts">
							{data.attempts.length === 0 ? (
								<p class="soft">The first attempt is under way, or waits for its turn.</p>
							) : (
								<ol class="stack">
									{data.attempts.toReversed().map((attempt) => (
										<li key={attempt.number}>
											<AttemptView attempt={attempt} latest={attempt.number === data.attempts.length} />
										</li>
									))}
								</ol>
							)}
						</Panel>
						{data.body !== null && (
							<Panel title="What is sent">
								<CodeBlock text={data.body} label="The body of the request" />
							</Panel>
						)}
					</div>
				</>
			)}
		</LoadedView>
	);
}

function Outcome({ delivery }: { delivery: DeliveryDetail }) {
	const { status, nextAttemptAt, finishedAt } = delivery;
	return (
		<Panel title="Delivery">
			<div class="stack-small">
				{status === 'failed' && (
					<Notice tone="bad">
						Given up. See below what the receiver answered, put that right, then deliver it again.
					</Notice>
				)}
				{status === 'cancelled' && (
					<Notice>The webhook was switched off or deleted before this was delivered.</Notice>
				)}
				<DescriptionList>
					<Description name="Made">
						<Timestamp at={delivery.createdAt} seconds />
					</Description>
					{nextAttemptAt !== null && (
						<Description name="Next attempt">
							<RelativeTime at={nextAttemptAt} />
						</Description>
					)}
					{finishedAt !== null && (
						<Description name="Finished">
							<Timestamp at={finishedAt} seconds />
						</Description>
					)}
					<Description name="Event id">
						<code>{delivery.eventId}</code>
					</Description>
					<Description name="Delivery id">
						<code>{delivery.id}</code>
					</Description>
				</DescriptionList>
			</div>
		</Panel>
	);
}
