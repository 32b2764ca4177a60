import type { Clock } from '../domain/clock.ts';
import type { InstanceId, MessageId, ProcessId } from '../domain/ids.ts';
import type { Signal } from '../store/signal.ts';

/** Milliseconds in which announcements are gathered: each one takes a lock that all commits share. */
const GATHER_TIME = 5;
/** Ids named in one announcement; a text may have 8,000 bytes. */
const NAMED_AT_ONCE = 150;

/** What one gateway tells the others: where to look. What happened is in the database. */
interface Announcement {
	from: ProcessId;
	/** Instances with messages to send, and which; without ids they have to be looked for. */
	queued: { instanceId: InstanceId; ids?: MessageId[] }[];
	/** Instances whose state changed. */
	changed: InstanceId[];
}

export interface AnnouncementsPort {
	processId: ProcessId;
	clock: Clock;
	/** Whether this process drives the instance, so that nobody else has to hear of its messages. */
	drives: (instanceId: InstanceId) => boolean;
	/** Tells all gateways on the database. */
	send: (text: string) => Promise<void>;
	/** Passes on what another gateway told. */
	publish: (signal: Signal) => void;
	onError: (error: unknown) => void;
}

export interface Announcements {
	/** Takes what was committed here. */
	tell(signal: Signal): void;
	/** Takes what was heard from the database. */
	hear(text: string): void;
}

/**
 * Passes on to the other gateways what commits announce here, and the other way round. Deliveries that are due
 * are not told of: who made them works on them, and everybody looks once a second.
 */
export function createAnnouncements(port: AnnouncementsPort): Announcements {
	/** Null: they have to be looked for. */
	const queued = new Map<InstanceId, MessageId[] | null>();
	const changed = new Set<InstanceId>();
	let waiting = false;

	function addQueued({ instanceId, queued: told }: Extract<Signal, { kind: 'message_queued' }>): void {
		const known = queued.get(instanceId);
		const more = told !== undefined && 'messages' in told ? told.messages.map(({ id }) => id) : null;
		const ids = known === null || more === null ? null : [...(known ?? []), ...more];
		queued.set(instanceId, ids === null || ids.length >= NAMED_AT_ONCE ? null : ids);
	}

	/** As much as one announcement holds. */
	function take(): Omit<Announcement, 'from'> {
		const taken: Omit<Announcement, 'from'> = { queued: [], changed: [] };
		let room = NAMED_AT_ONCE;
		for (const [instanceId, ids] of queued) {
			room -= 1 + (ids?.length ?? 0);
			if (room < 0) break;
			taken.queued.push(ids === null ? { instanceId } : { instanceId, ids });
			queued.delete(instanceId);
		}
		for (const instanceId of changed) {
			room -= 1;
			if (room < 0) break;
			taken.changed.push(instanceId);
			changed.delete(instanceId);
		}
		return taken;
	}

	async function sendAll(): Promise<void> {
		waiting = false;
		while (queued.size + changed.size > 0) {
			const announcement: Announcement = { from: port.processId, ...take() };
			await port.send(JSON.stringify(announcement));
		}
	}

	return {
		tell(signal) {
			if (signal.kind === 'message_queued') {
				if (port.drives(signal.instanceId)) return;
				addQueued(signal);
			} else if (signal.kind === 'instance_changed') {
				changed.add(signal.instanceId);
			} else {
				return;
			}
			if (waiting) return;
			waiting = true;
			port.clock.after(GATHER_TIME, () => {
				// What is lost here is found by the slow look everybody takes.
				sendAll().catch(port.onError);
			});
		},
		hear(text) {
			const { from, queued: toSend, changed: moved } = JSON.parse(text) as Announcement;
			if (from === port.processId) return;
			for (const { instanceId, ids } of toSend) {
				if (!port.drives(instanceId)) continue;
				port.publish({
					kind: 'message_queued',
					instanceId,
					...(ids === undefined ? {} : { queued: { ids } }),
				});
			}
			for (const instanceId of moved) port.publish({ kind: 'instance_changed', instanceId });
		},
	};
}
