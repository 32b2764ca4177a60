import type { InstanceId, MessageId } from '../../../domain/ids.ts';
import type { Fault, FaultTarget } from './fault.ts';

/** Faults that an instance may wait for at most. */
export const FAULTS_LIMIT = 100;
/** Messages whose fate is remembered at most; the oldest are forgotten. */
const MEMORY_LIMIT = 10_000;

/** A fault with how often it is still to happen. */
export interface PendingFault extends Fault {
	left: number;
}

/**
 * The faults that are to happen on the simulated network, by instance. In memory, and in the order in which they were
 * asked for: a restart of the gateway ends them.
 */
export interface FaultQueue {
	/** Returns false where the instance has FAULTS_LIMIT of them already. */
	add(instanceId: InstanceId, fault: PendingFault): boolean;
	list(instanceId: InstanceId): readonly PendingFault[];
	/** Ends those of an instance, or those that happen in one of its chats only. */
	clear(instanceId: InstanceId, chatId: string | null): void;
	/** Returns the faults that can happen to what comes next, in their order. */
	pendingFor(instanceId: InstanceId, next: FaultPoint): readonly PendingFault[];
	/** Takes the fault that happens to what comes next; null: none does. */
	take(instanceId: InstanceId, next: FaultPoint): Fault | null;
	/** Puts a fault first that was taken and has not happened. */
	putBack(instanceId: InstanceId, fault: Fault): void;
	/** Messages that the network has accepted, and the gateway does not know of. */
	unacknowledged: MessageMemory;
	/** Messages that the network gives no receipts for. */
	silent: MessageMemory;
}

/** What goes between the network and an instance. */
export interface FaultPoint {
	on: FaultTarget;
	chatId: string;
	/** Whether it is a message of a template, for which there is no window. */
	isTemplate?: boolean;
}

export interface MessageMemory {
	has(messageId: MessageId): boolean;
	add(messageId: MessageId): void;
	delete(messageId: MessageId): void;
}

export function createFaultQueue(): FaultQueue {
	const faults = new Map<InstanceId, PendingFault[]>();
	const of = (instanceId: InstanceId): PendingFault[] => faults.get(instanceId) ?? [];

	const pendingFor = (instanceId: InstanceId, point: FaultPoint): PendingFault[] =>
		of(instanceId).filter((fault) => happensTo(fault, point));

	return {
		add(instanceId, fault) {
			const pending = of(instanceId);
			if (pending.length >= FAULTS_LIMIT) return false;
			faults.set(instanceId, [...pending, fault]);
			return true;
		},
		list: of,
		clear(instanceId, chatId) {
			const others = chatId === null ? [] : of(instanceId).filter((fault) => fault.chatId !== chatId);
			if (others.length === 0) faults.delete(instanceId);
			else faults.set(instanceId, others);
		},
		pendingFor,
		take(instanceId, point) {
			const pending = of(instanceId);
			const [next] = pendingFor(instanceId, point);
			if (next === undefined) return null;
			const left = next.left - 1;
			const others = pending.flatMap((fault) => {
				if (fault !== next) return [fault];
				return left === 0 ? [] : [{ ...fault, left }];
			});
			if (others.length === 0) faults.delete(instanceId);
			else faults.set(instanceId, others);
			return next;
		},
		putBack(instanceId, fault) {
			faults.set(instanceId, [{ ...fault, left: 1 }, ...of(instanceId)]);
		},
		unacknowledged: createMemory(),
		silent: createMemory(),
	};
}

function happensTo({ kind, on, chatId }: Fault, point: FaultPoint): boolean {
	if (on !== point.on || (chatId !== null && chatId !== point.chatId)) return false;
	return kind !== 'window' || point.isTemplate !== true;
}

function createMemory(): MessageMemory {
	const ids = new Set<MessageId>();
	return {
		has: (id) => ids.has(id),
		add(id) {
			ids.add(id);
			const [oldest] = ids;
			if (ids.size > MEMORY_LIMIT && oldest !== undefined) ids.delete(oldest);
		},
		delete(id) {
			ids.delete(id);
		},
	};
}
