import { useEffect, useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { Delivery, DeliveryStatus, EventKind } from '../../api/types.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { listDeliveries } from '../../api/webhooks.ts';
import { Button } from '../../components/forms/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { EVENT_KINDS } from '../../components/webhook/event-kinds.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { useSubscription } from '../../live/use-subscription.ts';
import { useQueryText, useQueryValue } from '../../routing/use-query.ts';
import { deliveryIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { Recover } from './recover.tsx';
import { SelectedDeliveries } from './selected-deliveries.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { PagedView } from '../../components/lists/paged-view.tsx';

const ROW_HEIGHT = 86;
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

const STATUS_NAMES = STATUSES.map(([name]) => name).filter((name) => name !== '');

interface Properties {
	webhookId: string;
	/** Counts how often deliveries were skipped on this screen; the list is loaded again with each. */
	skips: number;
}

/** The deliveries of a webhook, newest first, live. */
export function Deliveries({ webhookId, skips }: Properties) {
	const [status, setStatus] = useQueryValue<DeliveryStatus>('status', STATUS_NAMES);
	const [event, setEvent] = useQueryValue<EventKind>('event', EVENT_KINDS);
	const [chat, setChat] = useQueryText('chat');
	const [since, setSince] = useQueryText('since');
	const [until, setUntil] = useQueryText('until');
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const [recovering, setRecovering] = useState(false);
	const isFiltered = [status, event, chat, since, until].some((filter) => filter !== '');
	const subscription = useSubscription(['deliveries'], (message) => {
		if (deliveryIn(message)?.webhookId === webhookId) refresh();
	});
	const list = usePages<Delivery>({
		key: JSON.stringify([webhookId, status, event, chat, since, until]),
		keyOf: ({ id }) => id,
		async load(cursor, signal) {
			const query = {
				...(status === '' ? {} : { status }),
				...(event === '' ? {} : { event }),
				...(chat === '' ? {} : { chatId: chat.trim().replace(/^\+/, '') }),
				...timeOf('since', since),
				...timeOf('until', until),
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
				<SearchField label="Number or chat id" value={chat} onChange={setChat} />
				<TextField label="From" type="datetime-local" optional value={since} onChange={setSince} />
				<TextField label="Until" type="datetime-local" optional value={until} onChange={setUntil} />
			</Toolbar>
			{mayWrite() && (
				<SelectedDeliveries
					webhookId={webhookId}
					shown={list.items ?? []}
					selected={selected}
					onSelect={setSelected}
					onChanged={list.refresh}
				/>
			)}
			<PagedView
				label="Deliveries"
				of={list}
				rowHeight={ROW_HEIGHT}
				empty={
					!isFiltered ? (
						<EmptyState title="Nothing was delivered yet">
							It begins with the next event. To try it now, send a test event from the settings of this
							webhook.
						</EmptyState>
					) : (
						<EmptyState title="No such deliveries">Change or clear the filters.</EmptyState>
					)
				}
				framed
			>
				{(delivery) => (
					<DeliveryRow
						webhookId={webhookId}
						delivery={delivery}
						selected={mayWrite() ? selected.has(delivery.id) : undefined}
						onSelect={(isSelected) => {
							const next = new Set(selected);
							if (isSelected) next.add(delivery.id);
							else next.delete(delivery.id);
							setSelected(next);
						}}
					/>
				)}
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

/** A filter by time of the list; a time that cannot be read does not restrict it. */
function timeOf<Name extends 'since' | 'until'>(name: Name, value: string): Partial<Record<Name, string>> {
	const at = Date.parse(value);
	return Number.isNaN(at) ? {} : ({ [name]: new Date(at).toISOString() } as Record<Name, string>);
}
