import type { InstanceId } from '../../domain/ids.ts';
import { isPersonId } from '../../domain/phone.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import { pairInList } from '../engine/pair-in-list.ts';
import type { Db } from '../schema.ts';

/** An id of a person or a chat, as an instance knows it. */
export interface IdOfInstance {
	instanceId: string;
	id: string;
}

/** Returns the current id of a person or a chat; every other id stays as it is. */
export type CurrentIdOf = (of: IdOfInstance) => string;

/**
 * Reads which of these ids are earlier ids of people whose current id the network has revealed. Ids that contain a
 * phone number are never earlier ids, so they cost no query.
 */
export async function readCurrentIds(db: Db, ids: readonly IdOfInstance[]): Promise<CurrentIdOf> {
	const candidates = ids.filter(({ id }) => isPersonId(id));
	if (candidates.length === 0) return ({ id }) => id;
	const pairs = candidates.map(({ instanceId, id }) => [instanceId, id] as const);
	const rows = await db
		.selectFrom('person_ids')
		.selectAll()
		.where(pairInList(db, ['instance_id', 'id'], pairs))
		.execute();
	const current = new Map(rows.map((row) => [`${row.instance_id} ${row.id}`, row.current_id]));
	return ({ instanceId, id }) => current.get(`${instanceId} ${id}`) ?? id;
}

/** The current id of one person or chat. */
export async function currentIdOf(db: Db, instanceId: string, id: string): Promise<string> {
	const of = { instanceId, id };
	return (await readCurrentIds(db, [of]))(of);
}

/** Returns the earlier ids of a person, which stay valid. */
export async function listEarlierIds(db: Db, instanceId: InstanceId, currentId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('person_ids')
		.select('id')
		.where('instance_id', '=', instanceId)
		.where('current_id', '=', currentId)
		.orderBy('id')
		.execute();
	return rows.map(({ id }) => id);
}

/**
 * Lists all ids of the person who has this one, itself included: the current and the earlier ones that an instance has
 * stored, or for null those that any instance has stored.
 */
export async function listIdsOfPerson(db: Db, instanceId: InstanceId | null, id: string): Promise<string[]> {
	// With their ids the rows are found by index, also where they may be of every instance.
	const instances = instanceId === null ? db.selectFrom('instances').select('id') : [instanceId];
	const rows = db.selectFrom('person_ids').where('instance_id', 'in', instances);
	const current = isPersonId(id) ? await rows.select('current_id').where('id', '=', id).execute() : [];
	const currentIds = [...new Set([id, ...current.map((row) => row.current_id)])];
	const earlier = await rows.select('id').where('current_id', 'in', padInList(currentIds)).execute();
	return [...new Set([...currentIds, ...earlier.map((row) => row.id)])].sort();
}

/** Returns the earlier ids of the person of a chat; none for a group. */
export type EarlierIdsOf = (chat: IdOfInstance) => readonly string[];

/** Reads the earlier ids of the people of many chats. */
export async function readEarlierIds(db: Db, chats: readonly IdOfInstance[]): Promise<EarlierIdsOf> {
	if (chats.length === 0) return () => [];
	const pairs = chats.map(({ instanceId, id }) => [instanceId, id] as const);
	const rows = await db
		.selectFrom('person_ids')
		.selectAll()
		.where(pairInList(db, ['instance_id', 'current_id'], pairs))
		.execute();
	const earlier = Map.groupBy(rows, (row) => `${row.instance_id} ${row.current_id}`);
	return ({ instanceId, id }) => earlier.get(`${instanceId} ${id}`)?.map((row) => row.id) ?? [];
}
