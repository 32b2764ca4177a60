import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal, in a time that does not depend on where they differ; only their lengths show. */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
	const left = bytesOf(a);
	const right = bytesOf(b);
	return left.length === right.length && timingSafeEqual(left, right);
}

function bytesOf(value: string | Uint8Array): Uint8Array {
	return typeof value === 'string' ? Buffer.from(value) : value;
}
