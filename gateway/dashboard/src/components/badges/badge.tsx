import type { DeliveryStatus, InstanceStatus, MessageStatus } from '../../api/types.ts';
import './badge.css';

/** The meaning of a colour; a word always says the same. */
export type Tone = 'good' | 'caution' | 'bad' | 'note' | 'plain';

export function Badge({ tone, children }: { tone: Tone; children: string }) {
	return (
		<span class="badge" data-tone={tone}>
			{children}
		</span>
	);
}

const INSTANCE: Record<InstanceStatus, [Tone, string]> = {
	connected: ['good', 'Connected'],
	connecting: ['note', 'Connecting'],
	qr_pending: ['caution', 'Waiting for the scan'],
	disconnected: ['plain', 'Disconnected'],
};
const MESSAGE: Record<MessageStatus, [Tone, string]> = {
	queued: ['plain', 'Queued'],
	sent: ['note', 'Sent'],
	delivered: ['note', 'Delivered'],
	read: ['good', 'Read'],
	failed: ['bad', 'Failed'],
};
const DELIVERY: Record<DeliveryStatus | 'retrying', [Tone, string]> = {
	pending: ['caution', 'Pending'],
	waiting: ['note', 'Waits for an earlier one'],
	collecting: ['note', 'Collecting'],
	retrying: ['caution', 'Will be retried'],
	success: ['good', 'Delivered'],
	failed: ['bad', 'Failed'],
	cancelled: ['plain', 'Cancelled'],
	joined: ['plain', 'Joined with others'],
	filtered: ['plain', 'Left out by the filter'],
};

/** The word for a status of an instance. */
export function nameOfStatus(status: InstanceStatus): string {
	return INSTANCE[status][1];
}

export function InstanceBadge({ status }: { status: InstanceStatus }) {
	const [tone, label] = INSTANCE[status];
	return <Badge tone={tone}>{label}</Badge>;
}

export function MessageBadge({ status }: { status: MessageStatus }) {
	const [tone, label] = MESSAGE[status];
	return <Badge tone={tone}>{label}</Badge>;
}

export function DeliveryBadge({ status }: { status: DeliveryStatus | 'retrying' }) {
	const [tone, label] = DELIVERY[status];
	return <Badge tone={tone}>{label}</Badge>;
}
