import { Gauge, type Registry } from 'prom-client';
import { ALERT_KINDS } from '../domain/alerts/alert.ts';
import { DISCONNECTED_BY, WEBHOOK_STATES } from '../store/admin/status-counts.ts';
import { INSTANCE_STATUSES } from '../domain/instances/instance.ts';
import { RESTRICTION_KINDS } from '../domain/instances/restriction.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns a function that sets the gauges. An unknown value is NaN, because zero would look healthy. */
export function createGauges(registry: Registry): (snapshot: Snapshot) => void {
	const gauge = (name: string, help: string) => {
		const made = new Gauge({ name, help, registers: [registry] });
		return (value: number | null | undefined): void => {
			made.set(value ?? NaN);
		};
	};
	/** A gauge with a series for each value of a label. */
	const gauges = <Value extends string>(
		name: string,
		{ label, values, help }: { label: string; values: readonly Value[]; help: string },
	) => {
		const made = new Gauge({ name, help, labelNames: [label], registers: [registry] });
		return (counts: Record<Value, number> | undefined): void => {
			for (const value of values) made.set({ [label]: value }, counts?.[value] ?? NaN);
		};
	};

	const ready = gauge('gateway_ready', '1: /readyz answers 200; 0: it answers 503.');
	const instances = gauges('gateway_instances', {
		label: 'status',
		values: INSTANCE_STATUSES,
		help: 'Instances by status.',
	});
	const disconnected = gauges('gateway_instances_disconnected', {
		label: 'reason',
		values: DISCONNECTED_BY,
		help: 'Disconnected instances by reason.',
	});
	const restricted = gauges('gateway_instances_restricted', {
		label: 'kind',
		values: RESTRICTION_KINDS,
		help: 'Instances whose account the network restricts, by kind of restriction.',
	});
	const webhooks = gauges('gateway_webhooks', {
		label: 'state',
		values: WEBHOOK_STATES,
		help: 'Webhooks by state.',
	});
	const alerts = gauges('gateway_alerts_firing', {
		label: 'kind',
		values: ALERT_KINDS,
		help: 'Alerts that are firing, by kind.',
	});
	const queued = gauge('gateway_messages_queued', 'Messages queued for sending, counted up to 100,000.');
	const queuedAge = gauge('gateway_messages_queued_oldest_age_seconds', 'Age of the oldest of them.');
	const pending = gauge('gateway_deliveries_pending', 'Deliveries not finished yet, counted up to 100,000.');
	const pendingAge = gauge('gateway_deliveries_pending_oldest_age_seconds', 'Age of the oldest of them.');
	const overdue = gauge(
		'gateway_deliveries_overdue_seconds',
		'Time since the oldest overdue delivery was due.',
	);
	const database = gauge('gateway_database_bytes', 'Size of the database.');
	const media = gauge('gateway_media_bytes', 'Size of the media folder, measured at most an hour ago.');
	const diskFree = gauge('gateway_disk_free_bytes', 'Free space of the disk with the data folder.');
	const diskSize = gauge('gateway_disk_size_bytes', 'Size of the disk with the data folder.');
	const bucket = gauge(
		'gateway_media_bucket_up',
		'1: the last request to the bucket of media succeeded; 0: not.',
	);

	return ({ now, queues, states, databaseSize, mediaSize, disk, isBucketReachable, ...rest }) => {
		const ageOf = (time: number | null | undefined): number => {
			if (time === undefined) return NaN;
			return time === null ? 0 : Math.max(0, now - time) / 1000;
		};
		ready(Number(rest.ready));
		instances(states?.instances);
		disconnected(states?.disconnected);
		restricted(states?.restricted);
		webhooks(states?.webhooks);
		alerts(rest.alerts ?? undefined);
		queued(queues?.messages.waiting);
		queuedAge(ageOf(queues?.messages.oldest));
		pending(queues?.deliveries.waiting);
		pendingAge(ageOf(queues?.deliveries.oldest));
		overdue(ageOf(queues?.deliveries.dueSince));
		database(databaseSize);
		media(mediaSize);
		diskFree(disk?.free);
		diskSize(disk?.size);
		bucket(isBucketReachable === null ? null : Number(isBucketReachable));
	};
}
