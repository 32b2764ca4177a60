import type { InstanceId } from '../domain/ids.ts';
import { batchReads } from '../lib/concurrency/batch.ts';
import {
	findSessionValues,
	listSessionValues,
	type SessionKey,
} from '../store/instances/network-sessions.ts';
import { listAwaitedMessages } from '../store/messages/messages.ts';
import type { Db, MessageRow } from '../store/schema.ts';

/** Reads that many drivers make at the same time. */
export interface DriverReads {
	/** The value of an instance's session under a key; null: there is none. */
	readSession: (of: SessionKey) => Promise<string | null>;
	/** The values of an instance's session whose keys start with the prefix, in the order of the keys. */
	listSession: (of: { instanceId: InstanceId; prefix: string }) => Promise<ReadonlyMap<string, string>>;
	/** The sent messages of an instance whose receipts are still to come, oldest first. */
	listAwaitedMessages: (instanceId: InstanceId) => Promise<readonly MessageRow[]>;
}

/**
 * Batches the reads of all drivers: one query serves the messages that arrive at the same time, or the instances that
 * connect at the same time, as thousands do after a start and after the end of another gateway.
 */
export function createDriverReads(db: Db): DriverReads {
	return {
		readSession: batchReads((keys) => findSessionValues(db, keys)),
		listSession: batchReads(async (items) => {
			const byPrefix = Map.groupBy(items, ({ prefix }) => prefix);
			const found = new Map<string, Map<InstanceId, Map<string, string>>>();
			for (const [prefix, ofPrefix] of byPrefix) {
				const instanceIds = ofPrefix.map(({ instanceId }) => instanceId);
				found.set(prefix, await listSessionValues(db, instanceIds, prefix));
			}
			return items.map(
				({ instanceId, prefix }) => found.get(prefix)?.get(instanceId) ?? new Map<string, string>(),
			);
		}),
		listAwaitedMessages: batchReads(async (instanceIds) => {
			const messages = Map.groupBy(await listAwaitedMessages(db, instanceIds), (row) => row.instance_id);
			return instanceIds.map((instanceId) => messages.get(instanceId) ?? []);
		}),
	};
}
