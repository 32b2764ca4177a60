import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** How often a network that cannot tell a repetition may have taken a message of an instance over. */
export async function countSendAttempts(db: Db, instanceId: InstanceId, id: MessageId): Promise<number> {
	const row = await db
		.selectFrom('messages')
		.select('hand_overs')
		.where('id', '=', id)
		.where('instance_id', '=', instanceId)
		.executeTakeFirst();
	return row?.hand_overs ?? 0;
}

export async function setSendAttempts(
	db: Db,
	instanceId: InstanceId,
	{ id, times }: { id: MessageId; times: number },
): Promise<void> {
	await db
		.updateTable('messages')
		.set({ hand_overs: times })
		.where('id', '=', id)
		.where('instance_id', '=', instanceId)
		.execute();
}
