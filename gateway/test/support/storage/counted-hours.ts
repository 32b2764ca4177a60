import { runSql } from '../database.ts';

const HOUR = 3_600_000;

/** The stored counts of each instance in each hour. */
export const COUNTED = {
	outbound: {
		accepted: 3,
		waiting: 0,
		acknowledged: 2,
		delivered: 2,
		read: 1,
		failed: 1,
		expired: 0,
		cancelled: 0,
	},
	inbound: { acknowledged: 4, stored: 5, waiting: 0 },
	events: 11,
	deliveries: {
		expected: 12,
		pending: 0,
		waiting: 0,
		collecting: 0,
		success: 9,
		failed: 0,
		cancelled: 0,
		joined: 3,
		filtered: 0,
	},
	checked: 20,
	missing: 2,
};

/**
 * Stores the hours before the present one as the ledger counts them: every instance has the same figures, and names a
 * break. Returns the start of the latest of them.
 */
export async function storeCountedHours(folder: string, hours: number): Promise<Date> {
	const now = Date.now();
	const latest = now - (now % HOUR) - HOUR;
	const names = Array.from({ length: hours }, (_, index) =>
		new Date(latest - index * HOUR).toISOString().slice(0, 13),
	);
	const broken = { kind: 'event_without_message', instanceId: null, messageId: 'msg_1', networkId: null };
	const breaks = JSON.stringify([{ ...broken, eventId: 'evt_1', eventKind: null, missing: 2 }]);
	for (const table of ['ledger_hours', 'ledger_counts']) await runSql(folder, `delete from ${table}`);
	for (const hour of names) {
		await runSql(
			folder,
			`insert into ledger_counts (instance_id, hour, figures, breaks)
				select id, '${hour}', '${JSON.stringify(COUNTED)}', '${breaks}' from instances`,
		);
		await runSql(
			folder,
			`insert into ledger_hours (hour, state, waiting, counted_at) values ('${hour}', 'final', 0, ${now})`,
		);
	}
	return new Date(latest);
}
