import type { InstanceId } from '../domain/ids.ts';
import type { InstanceEvents, PreparedWrite } from './record-batch.ts';

/**
 * Splits the writes of many instances into runs of one kind, each of which can be one statement. The writes of an
 * instance keep their order; those of different instances have none.
 */
export function* runsOfWrites(events: readonly InstanceEvents[]): Generator<PreparedWrite[]> {
	const queues = new Map<InstanceId, PreparedWrite[]>();
	for (const { instanceId, writes } of events) {
		queues.set(instanceId, [...(queues.get(instanceId) ?? []), ...writes]);
	}
	let waiting = [...queues.values()].filter((queue) => queue.length > 0);
	for (let first = waiting[0]?.[0]; first !== undefined; first = waiting[0]?.[0]) {
		const kind = kindOf(first);
		const run: PreparedWrite[] = [];
		const rest: PreparedWrite[][] = [];
		for (const queue of waiting) {
			const other = queue.findIndex((write) => kindOf(write) !== kind);
			const end = other === -1 ? queue.length : other;
			run.push(...queue.slice(0, end));
			if (end < queue.length) rest.push(queue.slice(end));
		}
		yield run;
		waiting = rest;
	}
}

function kindOf(write: PreparedWrite): string | undefined {
	return Object.keys(write)[0];
}
