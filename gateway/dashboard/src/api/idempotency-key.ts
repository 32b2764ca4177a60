/** Returns a new idempotency key of the page. */
export function newIdempotencyKey(): string {
	return `page/${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}`;
}
