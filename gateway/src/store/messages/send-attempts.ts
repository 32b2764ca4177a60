import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';

/** How often a message may have been sent to a network that does not recognise repeated messages. */
export async function countSendAttempts(db: Db, instanceId: InstanceId, id: MessageId): Promise<number> {
	const row = await db
		.selectFrom('messages')
		.select('send_attempts')
		.where('id', '=', id)
		.where('instance_id', '=', instanceId)
		.executeTakeFirst();
	return row?.send_attempts ?? 0;
}

export async function updateSendAttempts(
	db: Db,
	instanceId: InstanceId,
	{ id, times }: { id: MessageId; times: number },
): Promise<void> {
	await db
		.updateTable('messages')
		.set({ send_attempts: times })
		.where('id', '=', id)
		.where('instance_id', '=', instanceId)
		.execute();
}
