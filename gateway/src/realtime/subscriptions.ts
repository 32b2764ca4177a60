import type { InstanceId } from '../domain/ids.ts';

/** Sends one text to a subscriber. */
export type Send = (text: string) => void;

/** Who wants to hear of which instance. */
export interface Subscriptions {
	add(instanceId: InstanceId, send: Send): void;
	remove(instanceId: InstanceId, send: Send): void;
	/** Takes a subscriber out everywhere. */
	removeAll(send: Send): void;
	of(instanceId: InstanceId): readonly Send[];
}

export function createSubscriptions(): Subscriptions {
	const byInstance = new Map<InstanceId, Set<Send>>();

	function remove(instanceId: InstanceId, send: Send): void {
		const subscribers = byInstance.get(instanceId);
		subscribers?.delete(send);
		if (subscribers?.size === 0) byInstance.delete(instanceId);
	}

	return {
		add(instanceId, send) {
			const subscribers = byInstance.get(instanceId) ?? new Set();
			byInstance.set(instanceId, subscribers.add(send));
		},
		remove,
		removeAll(send) {
			for (const instanceId of byInstance.keys()) remove(instanceId, send);
		},
		of: (instanceId) => [...(byInstance.get(instanceId) ?? [])],
	};
}
