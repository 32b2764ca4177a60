/** Returns the value of a resource locator with an entry of its list. */
export function fromList(value: string, name: string): object {
	return { __rl: true, mode: 'list', value, cachedResultName: name };
}
