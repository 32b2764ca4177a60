/** Removes the entry that was added first where there are more than `limit`; call it after each addition. */
export function dropOldest<Key>(entries: Map<Key, unknown>, limit: number): void {
	if (entries.size <= limit) return;
	const [oldest] = entries.keys();
	if (oldest !== undefined) entries.delete(oldest);
}
