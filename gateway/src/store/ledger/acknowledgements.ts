import { minIdAt, type Id, type InstanceId } from '../../domain/ids.ts';
import { chunkInList } from '../engine/chunk-in-list.ts';
import type { Db } from '../schema.ts';
import { insertInto, writeRows } from '../engine/write-rows.ts';
import type { Period } from './slice.ts';

/** Messages that a network had acknowledged. */
export interface Acknowledgement {
	id: Id<'ack'>;
	instanceId: InstanceId;
	networkIds: readonly string[];
}

const INSERT = insertInto(
	'network_acknowledgements',
	{ id: 'text', instance_id: 'text', network_ids: 'text', found: 'bigint' },
	'on conflict (id) do nothing',
);

/** Stores acknowledgements; those of instances that were deleted meanwhile are left out. */
export async function insertAcknowledgements(db: Db, all: readonly Acknowledgement[]): Promise<void> {
	const known = new Set<string>();
	for (const ids of chunkInList([...new Set(all.map(({ instanceId }) => instanceId))])) {
		const rows = await db.selectFrom('instances').select('id').where('id', 'in', ids).execute();
		for (const { id } of rows) known.add(id);
	}
	const rows = all
		.filter(({ instanceId }) => known.has(instanceId))
		.map(({ id, instanceId, networkIds }) => ({
			id,
			instance_id: instanceId,
			network_ids: JSON.stringify(networkIds),
			found: 0,
		}));
	await writeRows(db, INSERT, rows);
}

/** The acknowledgements of an instance in a period, compared with the stored messages. */
export interface ComparedAcknowledgements {
	instanceId: InstanceId;
	acknowledged: number;
	/** The network's ids of messages that are not stored. */
	missing: string[];
	/** The rows that were compared. */
	rows: Id<'ack'>[];
}

/**
 * Compares what networks had acknowledged in a period with the stored messages. Those of an instance that is being
 * deleted are left out.
 */
export async function compareAcknowledgements(
	db: Db,
	{ from, to }: Period,
): Promise<ComparedAcknowledgements[]> {
	const rows = await db
		.selectFrom('network_acknowledgements')
		.selectAll()
		.where('id', '>=', minIdAt('ack', from))
		.where('id', '<', minIdAt('ack', to))
		.where(
			'instance_id',
			'in',
			db.selectFrom('instances').select('instances.id').where('deleting_at', 'is', null),
		)
		.orderBy('id')
		.execute();
	const compared: ComparedAcknowledgements[] = [];
	for (const [instanceId, notes] of Map.groupBy(rows, (row) => row.instance_id)) {
		const ids = [...new Set(notes.flatMap(({ network_ids: text }) => JSON.parse(text) as string[]))];
		const stored = await findStored(db, instanceId, ids);
		compared.push({
			instanceId,
			acknowledged: ids.length + notes.reduce((sum, { found }) => sum + found, 0),
			missing: ids.filter((id) => !stored.has(id)),
			rows: notes.map(({ id }) => id),
		});
	}
	return compared;
}

async function findStored(
	db: Db,
	instanceId: InstanceId,
	ids: readonly string[],
): Promise<Set<string | null>> {
	const stored = new Set<string | null>();
	for (const chunk of chunkInList(ids)) {
		const rows = await db
			.selectFrom('messages')
			.select('provider_message_id')
			.where('instance_id', '=', instanceId)
			.where('provider_message_id', 'in', chunk)
			.where('provider_message_id', 'is not', null)
			.execute();
		for (const row of rows) stored.add(row.provider_message_id);
	}
	return stored;
}

/** Replaces the acknowledgements of an instance that were compared by one row, with the ids that are missing. */
export async function condenseAcknowledgements(
	db: Db,
	{ instanceId, acknowledged, missing, rows }: ComparedAcknowledgements,
): Promise<void> {
	const [first] = rows;
	if (first === undefined || rows.length === 1) return;
	for (const ids of chunkInList(rows)) {
		await db.deleteFrom('network_acknowledgements').where('id', 'in', ids).execute();
	}
	const found = acknowledged - missing.length;
	const row = { id: first, instance_id: instanceId, network_ids: JSON.stringify(missing), found };
	await db.insertInto('network_acknowledgements').values(row).execute();
}
