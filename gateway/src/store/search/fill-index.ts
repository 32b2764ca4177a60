import { minIdAt, timestampOfId, type MessageId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import { deleteChanges, listChanges } from './index-changes.ts';
import { messageIndexOf } from './index-engine.ts';
import { readCoverage, writeCoverage } from './coverage.ts';

/*
 * Fills the index in batches, each in one transaction with the coverage that it leads to: a batch that is interrupted is
 * done again. Each function returns how many messages it read; 0: there is nothing to do.
 */

/** Reads messages again that changed. */
export async function indexChanges(db: Db, limit: number): Promise<number> {
	const changes = await listChanges(db, limit);
	if (changes.length === 0) return 0;
	await messageIndexOf(db).update(
		db,
		changes.map(({ message_id: id }) => id),
	);
	await deleteChanges(db, changes);
	return changes.length;
}

/** Adds the next messages whose ids are before a time (epoch milliseconds). */
export async function indexNewer(db: Db, before: number, limit: number): Promise<number> {
	const { from, to } = (await readCoverage(db)) ?? (await beginAt(db, before));
	if (to >= before) return 0;
	const ids = await listIds(db, { from: to, before, order: 'asc', limit });
	const moment = momentAfter(ids, limit);
	await messageIndexOf(db).update(db, await idsOfMoments(db, ids, moment));
	await writeCoverage(db, { from, to: moment === null ? before : moment + 1 });
	return ids.length;
}

/** Adds the next messages before those in the index: those from before there was one. */
export async function indexOlder(db: Db, limit: number): Promise<number> {
	const coverage = await readCoverage(db);
	if (coverage === null || coverage.from === 0) return 0;
	const ids = await listIds(db, { from: 0, before: coverage.from, order: 'desc', limit });
	const moment = momentAfter(ids, limit);
	await messageIndexOf(db).update(db, await idsOfMoments(db, ids, moment));
	await writeCoverage(db, { from: moment ?? 0, to: coverage.to });
	return Math.max(1, ids.length);
}

/** Whether there is anything to index; `before`: as for indexNewer. */
export async function hasUnindexed(db: Db, before: number): Promise<boolean> {
	const coverage = await readCoverage(db);
	if (coverage === null || coverage.from > 0) return true;
	if ((await listIds(db, { from: coverage.to, before, order: 'asc', limit: 1 })).length > 0) return true;
	return (await listChanges(db, 1)).length > 0;
}

async function beginAt(db: Db, at: number) {
	const coverage = { from: at, to: at };
	await writeCoverage(db, coverage);
	return coverage;
}

interface Slice {
	from: number;
	before: number;
	order: 'asc' | 'desc';
	limit: number;
}

async function listIds(db: Db, { from, before, order, limit }: Slice): Promise<MessageId[]> {
	const rows = await db
		.selectFrom('messages')
		.select('id')
		.where('id', '>=', minIdAt('msg', from))
		.where('id', '<', minIdAt('msg', before))
		.orderBy('id', order)
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/**
 * The time at which a full batch ends, since there may be more messages of that time; null: the batch is the last one.
 */
function momentAfter(ids: readonly MessageId[], limit: number): number | null {
	const last = ids.at(-1);
	return last === undefined || ids.length < limit ? null : timestampOfId(last);
}

/** The messages of a batch, with all others of the time at which it ends: coverage is recorded in whole milliseconds. */
async function idsOfMoments(db: Db, ids: readonly MessageId[], moment: number | null): Promise<MessageId[]> {
	if (moment === null) return [...ids];
	const rows = await db
		.selectFrom('messages')
		.select('id')
		.where('id', '>=', minIdAt('msg', moment))
		.where('id', '<', minIdAt('msg', moment + 1))
		.execute();
	return [...new Set([...ids, ...rows.map(({ id }) => id)])];
}
