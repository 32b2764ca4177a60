import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in/session.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { getDelivery, getWebhook, retryDelivery, skipDelivery } from '../../api/webhooks.ts';
import { DeliveryBadge } from '../../components/badges/badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { deliveryIn } from '../../live/live-messages.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { AttemptView } from './attempt.tsx';
import { useQueryPart } from '../../routing/use-query.ts';
import { SendTest } from './send-test.tsx';
import { Outcome } from './outcome.tsx';

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
	const [skipping, setSkipping] = useState(false);
	const [testing, setTesting] = useQueryPart('test');
	const webhook = useLoad(`webhook ${webhookId}`, (signal) => getWebhook(webhookId, signal));
	const close = () => {
		setSkipping(false);
	};
	return (
		<LoadedView of={delivery}>
			{(data) => (
				<>
					<PageHeader
						title={data.event}
						subject={data.id}
						back={{ href: hrefTo('webhooks', webhookId), label: 'Deliveries of the webhook' }}
					>
						<DeliveryBadge status={data.status} />
						{mayWrite() && (data.status === 'pending' || data.status === 'waiting') && (
							<Button
								onClick={() => {
									setSkipping(true);
								}}
							>
								Skip
							</Button>
						)}
						{mayWrite() && data.body !== null && (
							<Button
								onClick={() => {
									setTesting(true);
								}}
							>
								Edit and send as a test
							</Button>
						)}
						{mayWrite() && (
							<Button kind="main" icon="retry" busy={retrying.busy} onClick={() => void retrying.run()}>
								{data.finishedAt === null ? 'Deliver now' : 'Deliver again'}
							</Button>
						)}
					</PageHeader>
					<div class="stack">
						{retrying.error !== undefined && <ErrorAlert error={retrying.error} />}
						<Outcome webhookId={webhookId} webhookName={webhook.data?.name ?? null} delivery={data} />
						<Panel title="Attempts">
							{data.attempts.length === 0 ? (
								<p class="soft">
									{data.finishedAt === null
										? 'The first attempt is under way, or waits for its turn.'
										: 'There was none.'}
								</p>
							) : (
								<ol class="stack">
									{data.attempts.toReversed().map((attempt) => (
										<li key={attempt.number}>
											<AttemptView
												attempt={attempt}
												body={data.body}
												latest={attempt.number === data.attempts.length}
											/>
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
					{testing && mayWrite() && data.body !== null && (
						<SendTest
							webhookId={webhookId}
							delivery={data}
							onClose={() => {
								setTesting(false);
							}}
						/>
					)}
					{skipping && (
						<ConfirmDialog
							title="Skip this delivery?"
							confirm="Skip"
							act={() => skipDelivery(webhookId, deliveryId)}
							onDone={() => {
								close();
								delivery.reload();
							}}
							onClose={close}
						>
							This cancels it, and the next event of its chat is delivered. You can still deliver it again.
						</ConfirmDialog>
					)}
				</>
			)}
		</LoadedView>
	);
}
