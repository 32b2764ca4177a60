import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import { batch } from '../lib/concurrency/batch.ts';
import type { CommitScope } from '../store/commit/scope.ts';
import type { Store } from '../store/store.ts';
import { LeaseLost, type Fence } from '../store/cluster/leases.ts';
import { recordConnected, type ConnectedInstance } from './account/record-connection.ts';
import { recordGroupNames, type GroupName } from './chats/record-group-names.ts';
import { recordMessages, type ReceivedMessage } from './messages/record-messages.ts';
import { recordStatusUpdates, type StatusUpdate } from './messages/record-statuses.ts';
import { recordContacts, type ReportedContact } from './people/record-contacts.ts';
import { recordSamePeople, type SamePerson } from './people/record-same-people.ts';
import { runsOfWrites } from './runs-of-writes.ts';

/** Writes that are committed together or not at all. */
export interface Report {
	/** Statuses of outbound messages, in order. */
	statuses: readonly StatusUpdate[];
	/** The other events that a network reported about an instance. */
	others?: InstanceEvents;
}

/** The writes for an instance, which keep their order. */
export interface InstanceEvents {
	instanceId: InstanceId;
	writes: readonly PreparedWrite[];
}

/**
 * The write of one event. Messages, connected instances, people with several ids, contacts and names of groups are
 * written in one statement with those of other events; `write` is any other write, called inside the transaction.
 */
export type PreparedWrite =
	| { message: ReceivedMessage }
	| { connected: ConnectedInstance }
	| { samePerson: SamePerson }
	| { contacts: readonly ReportedContact[] }
	| { groupNames: readonly GroupName[] }
	| { write: (scope: CommitScope) => Promise<unknown> };

/** Makes a report durable; resolves when it is committed. */
export type RecordBatch = (report: Report) => Promise<undefined>;

interface BatchRecorderDeps {
	store: Pick<Store, 'commit' | 'nextGroup'>;
	clock: Clock;
	newId: NewId;
	fence: Fence;
}

/** Rows that an event writes: a message, its event, and one or two deliveries. */
const ROWS = 4;
/** Bytes of most events. */
const EVENT_BYTES = 1000;

/**
 * Records reports that arrive at the same time in one transaction, in their order. All reports share one queue, so that
 * the failure of a message cannot overtake its earlier statuses.
 */
export function createBatchRecorder({
	store: { commit, nextGroup },
	clock,
	newId,
	fence,
}: BatchRecorderDeps): RecordBatch {
	async function write(scope: CommitScope, reports: readonly Report[]): Promise<void> {
		const statuses = reports.flatMap((report) => report.statuses);
		if (statuses.length > 0) await recordStatusUpdates(scope, newId, statuses, fence);
		await recordOthers(
			scope,
			reports.flatMap(({ others }) => others ?? []),
		);
	}

	async function recordOthers(scope: CommitScope, others: readonly InstanceEvents[]): Promise<void> {
		if (others.length === 0) return;
		await fence(
			scope,
			others.map(({ instanceId }) => instanceId),
		);
		for (const run of runsOfWrites(others)) await writeRun(scope, run);
	}

	/** Writes a run, in which all writes are of one kind. */
	async function writeRun(scope: CommitScope, run: readonly PreparedWrite[]): Promise<void> {
		const messages = run.flatMap((write) => ('message' in write ? write.message : []));
		if (messages.length > 0) await recordMessages(scope, newId, messages);
		const connected = run.flatMap((write) => ('connected' in write ? write.connected : []));
		if (connected.length > 0) await recordConnected(scope, newId, connected, clock.now());
		const people = run.flatMap((write) => ('samePerson' in write ? write.samePerson : []));
		if (people.length > 0) await recordSamePeople(scope, newId, people, clock.now());
		const contacts = run.flatMap((write) => ('contacts' in write ? write.contacts : []));
		if (contacts.length > 0) await recordContacts(scope, newId, contacts, clock.now());
		const groupNames = run.flatMap((write) => ('groupNames' in write ? write.groupNames : []));
		if (groupNames.length > 0) await recordGroupNames(scope, groupNames);
		for (const write of run) if ('write' in write) await write.write(scope);
	}

	return batch<Report, undefined>({
		work: async (reports, { rows, bytes }) => {
			const overlaps = reports.every(({ others }) => others === undefined);
			await commit((scope) => write(scope, reports), { rows: rows * ROWS, bytes, overlaps });
			return reports.map(() => undefined);
		},
		untilStart: nextGroup,
		sizeOf: () => EVENT_BYTES,
		canSplit: (error) => error instanceof LeaseLost || !(error instanceof GatewayError),
	});
}
