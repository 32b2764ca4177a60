import type { Caller } from '../../domain/access/caller.ts';
import type { Db } from '../../store/schema.ts';
import type { ListedDelivery } from '../../store/webhooks/deliveries/delivery-list.ts';
import { findSubjects } from '../../store/webhooks/deliveries/delivery-subjects.ts';
import type { Delivery } from './schema.ts';
import { deliveryView } from './view.ts';

/** Reads the subjects of the deliveries' events, and returns the deliveries as a caller may see them. */
export async function viewsOf(
	db: Db,
	rows: readonly ListedDelivery[],
	caller: Pick<Caller, 'scopes'>,
): Promise<Delivery[]> {
	const subjects = await findSubjects(
		db,
		rows.map(({ event_id: id }) => id),
	);
	return rows.map((row) => deliveryView(row, subjects.get(row.event_id), caller));
}

/** The same of one delivery. */
export async function viewOf(db: Db, row: ListedDelivery, caller: Pick<Caller, 'scopes'>): Promise<Delivery> {
	const subjects = await findSubjects(db, [row.event_id]);
	return deliveryView(row, subjects.get(row.event_id), caller);
}
