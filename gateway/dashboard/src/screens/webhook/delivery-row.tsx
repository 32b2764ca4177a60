import type { Delivery } from '../../api/types.ts';
import { DeliveryBadge } from '../../components/badges/badge.tsx';
import { formatInteger } from '../../components/display/format.ts';
import { formatPersonId } from '../../components/display/person.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Row, RowDetail } from '../../components/lists/row.tsx';
import { hrefTo } from '../../routing/location.ts';
import './delivery-row.css';

interface Properties {
	webhookId: string;
	delivery: Delivery;
	/** Whether it is selected; undefined: it cannot be. */
	selected: boolean | undefined;
	onSelect: (selected: boolean) => void;
}

/** A delivery in the list of a webhook: its event, its person, and the receiver's answer. */
export function DeliveryRow({ webhookId, delivery, selected, onSelect }: Properties) {
	const { id, event, status, test, createdAt, attempts, nextAttemptAt, messageText } = delivery;
	const person = personOf(delivery);
	const name = person === null ? event : `${event}, ${person}`;
	return (
		<Row
			label={name}
			before={
				selected !== undefined && (
					<input
						type="checkbox"
						class="delivery-select"
						aria-label={`Select ${name}`}
						checked={selected}
						onChange={({ currentTarget }) => {
							onSelect(currentTarget.checked);
						}}
					/>
				)
			}
			title={
				<a href={hrefTo('webhooks', webhookId, 'deliveries', id)}>
					{event}
					{person !== null && (
						<>
							{' · '}
							<bdi>{person}</bdi>
						</>
					)}
				</a>
			}
			side={<DeliveryBadge status={status} />}
		>
			{messageText !== null && messageText !== '' && (
				<RowDetail>
					<bdi class="delivery-text">{messageText}</bdi>
				</RowDetail>
			)}
			<RowDetail>
				<Timestamp at={createdAt} seconds />
				{test && ' · test'}
				{attempts > 0 && ` · attempt ${attempts}`}
				<Answer of={delivery} />
				{nextAttemptAt !== null && (
					<>
						{' · next attempt '}
						<RelativeTime at={nextAttemptAt} />
					</>
				)}
			</RowDetail>
		</Row>
	);
}

/** The last answer of the receiver with its time; red unless it is 2xx. */
function Answer({ of: { lastStatusCode, lastError, lastResponseTime } }: { of: Delivery }) {
	if (lastStatusCode === null && lastError === null) return null;
	const taken = lastStatusCode !== null && lastStatusCode >= 200 && lastStatusCode < 300;
	const time = lastResponseTime === null ? '' : ` in ${formatInteger(lastResponseTime)} ms`;
	return (
		<>
			{' · '}
			<span class={taken ? undefined : 'delivery-refused'}>
				{lastStatusCode === null ? lastError : `answered with ${lastStatusCode}${time}`}
			</span>
		</>
	);
}

/** The person or group that an event is about; null: none, or the reader may not know. */
export function personOf({ contactName, chatId }: Pick<Delivery, 'contactName' | 'chatId'>): string | null {
	return contactName ?? (chatId === null ? null : formatPersonId(chatId));
}
