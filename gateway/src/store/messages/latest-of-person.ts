/**
 * Returns the last of what each person did with a message, in the order given. A person may have stored rows under several
 * ids, from before the network revealed that they belong together.
 */
export function latestOfPerson<Row extends { message_id: string }>(
	rows: readonly Row[],
	personOf: (row: Row) => string,
): Row[] {
	const latest = new Map<string, Row>();
	for (const row of rows) {
		const key = `${row.message_id} ${personOf(row)}`;
		// A row that replaces an earlier one takes its own place in the order.
		latest.delete(key);
		latest.set(key, row);
	}
	return [...latest.values()];
}
