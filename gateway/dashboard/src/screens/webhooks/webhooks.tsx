import { useState } from 'preact/hooks';
import type { WebhookListItem } from '../../api/types.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { listWebhooks } from '../../api/webhooks.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { DeliveryBadge } from '../../components/badges/badge.tsx';
import { WebhookBadge } from '../../components/badges/webhook-badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { formatCount } from '../../components/display/format.ts';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { deliveryIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { useRequestedAction } from '../../components/search/requested-action.ts';
import { navigate, hrefTo } from '../../routing/location.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';
import { Rows } from '../../components/lists/rows.tsx';

/** The webhooks, live. */
export default function Webhooks() {
	const [creating, setCreating] = useState(false);
	const subscription = useSubscription(['deliveries'], (message) => {
		if (deliveryIn(message) !== null) refresh();
	});
	const list = useLoad('webhooks', listWebhooks, { subscription });
	const refresh = useDebounced(list.reload);
	useRegularReload(list.poll);
	useRequestedAction('create a webhook', () => {
		setCreating(true);
	});
	const create = mayWrite() && (
		<Button
			kind="main"
			icon="plus"
			onClick={() => {
				setCreating(true);
			}}
		>
			Create a webhook
		</Button>
	);
	return (
		<>
			<PageHeader
				title="Webhooks"
				about="Each webhook is a URL that receives signed events. The gateway retries each event until the receiver accepts it."
			>
				{list.data !== undefined && list.data.length > 0 && create}
			</PageHeader>
			<LoadedView of={list}>
				{(webhooks) =>
					webhooks.length === 0 ? (
						<EmptyState title="No webhooks yet" icon="webhook" action={create}>
							Create one with the URL that should receive events. The n8n trigger node creates its own when
							its workflow is activated.
						</EmptyState>
					) : (
						<Rows items={webhooks} keyOf={({ id }) => id}>
							{(webhook) => <WebhookRow webhook={webhook} />}
						</Rows>
					)
				}
			</LoadedView>
			{creating && (
				<CreateWebhook
					onClose={() => {
						setCreating(false);
					}}
					onCreated={({ id }) => {
						navigate(hrefTo('webhooks', id));
					}}
				/>
			)}
		</>
	);
}

function WebhookRow({ webhook }: { webhook: WebhookListItem }) {
	const { id, name, url, status, failingSince, events, instanceId, lastDeliveryAt, lastDeliveryStatus } =
		webhook;
	return (
		<Row
			href={hrefTo('webhooks', id)}
			title={name ?? url}
			side={
				<RowSide>
					{lastDeliveryAt === null ? (
						<span>Nothing delivered yet</span>
					) : (
						<>
							<RelativeTime at={lastDeliveryAt} />
							{lastDeliveryStatus !== null && <DeliveryBadge status={lastDeliveryStatus} />}
						</>
					)}
					{(status === 'inactive' || failingSince !== null) && <WebhookBadge webhook={webhook} />}
				</RowSide>
			}
		>
			<RowDetail>
				{name !== null && `${url} · `}
				{formatCount(events.length, 'kind of event', 'kinds of event')}
				{instanceId === null ? ', all instances' : ', one instance'}
			</RowDetail>
		</Row>
	);
}
