import { useEffect, useState } from 'preact/hooks';
import { mayWrite } from '../../api/session.ts';
import type { Delivery, DeliveryStatus, EventKind } from '../../api/types.ts';
import { usePages } from '../../api/use-pages.ts';
import { listDeliveries } from '../../api/webhooks.ts';
import { DeliveryBadge } from '../../components/display/badge.tsx';
import { Button } from '../../components/forms/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { EVENT_KINDS } from '../../components/forms/event-kinds.ts';
import { formatCount } from '../../components/display/format.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';
import { deliveryIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { Recover } from './recover.tsx';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { PagedView } from '../../components/lists/paged-view.tsx';
import { Row, RowDetail } from '../../components/lists/row.tsx';

const ROW_HEIGHT = 64;
const STATUSES: readonly (readonly [DeliveryStatus | '', string])[] = [
	['', 'Any'],
	['success', 'Delivered'],
	['pending', 'Pending'],
	['waiting', 'Waits for an earlier one'],
	['collecting', 'Collecting'],
	['failed', 'Failed'],
	['cancelled', 'Cancelled'],
	['joined', 'Joined with others'],
	['filtered', 'Left out by the filter'],
];

interface Properties {
	webhookId: string;
	/** Counts how often deliveries were skipped on this screen; the list is loaded again with each. */
	skips: number;
}

/** The deliveries of a webhook, newest first, live. */
export function Deliveries({ webhookId, skips }: Properties) {
	const [status, setStatus] = useState<DeliveryStatus | ''>('');
	const [event, setEvent] = useState<EventKind | ''>('');
	const [recovering, setRecovering] = useState(false);
	const subscription = useSubscription(['deliveries'], (message) => {
		if (deliveryIn(message)?.webhookId === webhookId) refresh();
	});
	const list = usePages<Delivery>({
		key: `${webhookId} ${status} ${event}`,
		keyOf: ({ id }) => id,
		async load(cursor, signal) {
			const query = {
				...(status === '' ? {} : { status }),
				...(event === '' ? {} : { event }),
				...(cursor === null ? {} : { before: cursor }),
			};
			const { deliveries, pagination } = await listDeliveries(webhookId, query, signal);
			return { items: deliveries, next: pagination.nextCursor };
		},
		subscription,
	});
	const refresh = useDebounced(list.refresh);
	useEffect(() => {
		if (skips > 0) list.refresh();
	}, [skips]);

	return (
		<Panel
			title="Deliveries"
			actions={
				mayWrite() && (
					<Button
						icon="retry"
						onClick={() => {
							setRecovering(true);
						}}
					>
						Recover failed ones
					</Button>
				)
			}
		>
			<Toolbar>
				<SelectField label="Status" value={status} onChange={setStatus} options={STATUSES} />
				<SelectField
					label="Event"
					value={event}
					onChange={setEvent}
					options={[['', 'Any'], ...EVENT_KINDS.map((kind) => [kind, kind] as const)]}
				/>
			</Toolbar>
			<PagedView
				label="Deliveries"
				of={list}
				rowHeight={ROW_HEIGHT}
				empty={
					status === '' && event === '' ? (
						<EmptyState title="Nothing was delivered yet">
							It begins with the next event. To try it now, send a test event from the settings of this
							webhook.
						</EmptyState>
					) : (
						<EmptyState title="No such deliveries">Choose another status or event.</EmptyState>
					)
				}
				framed
			>
				{(delivery) => <DeliveryRow webhookId={webhookId} delivery={delivery} />}
			</PagedView>
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

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
	const { id, event, status, createdAt, attempts, lastStatusCode, lastError } = delivery;
	return (
		<Row
			href={hrefTo('webhooks', webhookId, 'deliveries', id)}
			title={event}
			side={<DeliveryBadge status={status} />}
		>
			<RowDetail>
				<Timestamp at={createdAt} seconds />
				{attempts > 0 && ` · ${formatCount(attempts, 'attempt')}`}
				{lastStatusCode !== null && ` · answered with ${lastStatusCode}`}
				{lastError !== null && ` · ${lastError}`}
			</RowDetail>
		</Row>
	);
}
