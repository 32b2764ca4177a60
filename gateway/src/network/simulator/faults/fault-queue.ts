import type { InstanceId, MessageId } from '../../../domain/ids.ts';
import type { Fault, FaultTarget } from './fault.ts';

/** Maximum pending faults of an instance. */
export const FAULTS_LIMIT = 100;
/** Maximum messages in a MessageMemory; above it, the oldest are dropped. */
const MEMORY_LIMIT = 10_000;

/** A fault with the number of its remaining occurrences. */
export interface PendingFault extends Fault {
	left: number;
}

/**
 * The pending faults of the simulated network, by instance, in the order of their requests. They are in memory, so a
 * restart of the gateway removes them.
 */
export interface FaultQueue {
	/** Returns false where the instance has FAULTS_LIMIT of them already. */
	add(instanceId: InstanceId, fault: PendingFault): boolean;
	list(instanceId: InstanceId): readonly PendingFault[];
	/** Removes the faults of an instance, or only those that are limited to one of its chats. */
	clear(instanceId: InstanceId, chatId: string | null): void;
	/** Returns the faults that apply to the next message or receipt at a point, in their order. */
	pendingFor(instanceId: InstanceId, next: FaultPoint): readonly PendingFault[];
	/** Takes the fault for the next message or receipt at a point; null: there is none. */
	take(instanceId: InstanceId, next: FaultPoint): Fault | null;
	/** Puts a taken fault that did not happen back to the front. */
	putBack(instanceId: InstanceId, fault: Fault): void;
	/** Messages that the network has accepted without an acknowledgement to the gateway. */
	unacknowledged: MessageMemory;
	/** Messages for which the network sends no receipts. */
	silent: MessageMemory;
}

/** A message or a receipt between the network and an instance. */
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
