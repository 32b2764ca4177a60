import { useState } from 'preact/hooks';
import type { Delivery, DeliveryStatus, EventKind } from '../../api/types.ts';
import { usePages } from '../../api/use-pages.ts';
import { listDeliveries } from '../../api/webhooks.ts';
import { DeliveryBadge } from '../../components/display/badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { EVENT_KINDS } from '../../components/forms/event-kinds.ts';
import { formatCount } from '../../components/display/format.ts';
import { Loading } from '../../components/feedback/loading.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { WindowedList } from '../../components/lists/windowed-list.tsx';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';
import { deliveryIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { Recover } from './recover.tsx';

const STATUSES: readonly (readonly [DeliveryStatus | '', string])[] = [
	['', 'Any'],
	['success', 'Delivered'],
	['pending', 'Pending'],
	['failed', 'Failed'],
	['cancelled', 'Cancelled'],
];

/** Everything that was to be delivered, newest first; new ones appear by themselves. */
export function Deliveries({ webhookId }: { webhookId: string }) {
	const [status, setStatus] = useState<DeliveryStatus | ''>('');
	const [event, setEvent] = useState<EventKind | ''>('');
	const [recovering, setRecovering] = useState(false);
	const list = usePages<Delivery>({
		key: `${webhookId} ${status} ${event}`,
		keyOf: ({ id }) => id,
		async load(cursor, signal) {
			const page = await listDeliveries(webhookId, { status, event }, cursor, signal);
			return { items: page.deliveries, next: page.pagination.nextCursor };
		},
	});
	const refresh = useDebounced(list.refresh);
	useSubscription('deliveries', {
		onMessage: (message) => {
			if (deliveryIn(message)?.webhookId === webhookId) refresh();
		},
		onGap: list.refresh,
	});

	return (
		<Panel
			title="Deliveries"
			actions={
				<Button
					icon="retry"
					onClick={() => {
						setRecovering(true);
					}}
				>
					Recover failed ones
				</Button>
			}
		>
			<div class="toolbar">
				<SelectField label="Status" value={status} onChange={setStatus} options={STATUSES} />
				<SelectField
					label="Event"
					value={event}
					onChange={setEvent}
					options={[['', 'Any'], ...EVENT_KINDS.map((kind) => [kind, kind] as const)]}
				/>
			</div>
			{list.error !== undefined && <ErrorAlert error={list.error} onRetry={list.refresh} />}
			{list.items === undefined && list.error === undefined && <Loading />}
			{list.items?.length === 0 && (
				<EmptyState
					title={status === '' && event === '' ? 'Nothing was delivered yet' : 'No such deliveries'}
				>
					{status === '' && event === ''
						? 'It begins with the next event. To try it now, send a test event from the settings of this webhook.'
						: 'Choose another status or event.'}
				</EmptyState>
			)}
			{list.items !== undefined && list.items.length > 0 && (
				<div class="windowed-frame">
					<WindowedList
						label="Deliveries"
						items={list.items}
						keyOf={({ id }) => id}
						rowHeight={64}
						onEnd={list.more}
					>
						{(delivery) => <Row webhookId={webhookId} delivery={delivery} />}
					</WindowedList>
				</div>
			)}
			{recovering && (
				<Recover
					webhookId={webhookId}
					onRecovered={list.refresh}
					onClose={() => {
						setRecovering(false);
					}}
				/>
			)}
		</Panel>
	);
}

function Row({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
	const { lastStatusCode, lastError } = delivery;
	return (
		<a class="row" href={hrefTo('webhooks', webhookId, 'deliveries', delivery.id)}>
			<span class="row-main">
				<span class="row-title">{delivery.event}</span>
				<span class="row-sub">
					<Timestamp at={delivery.createdAt} seconds />
					{delivery.attempts > 0 && ` · ${formatCount(delivery.attempts, 'attempt')}`}
					{lastStatusCode !== null && ` · answered with ${lastStatusCode}`}
					{lastError !== null && ` · ${lastError}`}
				</span>
			</span>
			<DeliveryBadge status={delivery.status} />
		</a>
	);
}
