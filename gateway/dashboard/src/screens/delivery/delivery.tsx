import type { DeliveryDetail } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import { getDelivery, retryDelivery } from '../../api/webhooks.ts';
import { Ago } from '../../components/ago.tsx';
import { DeliveryBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Problem } from '../../components/problem.tsx';
import { deliveryIn } from '../../live/live-messages.ts';
import { useChannel } from '../../live/use-channel.ts';
import { linkTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { AttemptView } from './attempt.tsx';

/** One delivery: what was sent, what was answered in each attempt, and another try. */
export default function DeliveryScreen({
	parameters: { webhookId = '', deliveryId = '' },
}: {
	parameters: Parameters;
}) {
	const delivery = useLoad(deliveryId, (signal) => getDelivery(webhookId, deliveryId, signal));
	const retrying = useAction(async () => {
		await retryDelivery(webhookId, deliveryId);
		delivery.reload();
	});
	useChannel('deliveries', {
		onMessage: (message) => {
			if (deliveryIn(message)?.deliveryId === deliveryId) delivery.reload();
		},
		onGap: delivery.reload,
	});
	return (
		<LoadedView of={delivery}>
			{(data) => (
				<>
					<PageHeader
						title={data.event}
						back={{ href: linkTo('webhooks', webhookId), label: 'Deliveries of the webhook' }}
					>
						<DeliveryBadge status={data.status} />
						<Button kind="main" icon="retry" busy={retrying.busy} onClick={() => void retrying.run()}>
							{data.status === 'pending' ? 'Deliver now' : 'Deliver again'}
						</Button>
					</PageHeader>
					<div class="stack">
						{retrying.error !== undefined && <Problem error={retrying.error} />}
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
						<Panel title="What is sent">
							<CodeBlock text={data.body} label="The body of the request" />
						</Panel>
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
				<Facts>
					<Fact name="Made">
						<Moment at={delivery.createdAt} seconds />
					</Fact>
					{nextAttemptAt !== null && (
						<Fact name="Next attempt">
							<Ago at={nextAttemptAt} />
						</Fact>
					)}
					{finishedAt !== null && (
						<Fact name="Finished">
							<Moment at={finishedAt} seconds />
						</Fact>
					)}
					<Fact name="Event id">
						<code>{delivery.eventId}</code>
					</Fact>
					<Fact name="Delivery id">
						<code>{delivery.id}</code>
					</Fact>
				</Facts>
			</div>
		</Panel>
	);
}
