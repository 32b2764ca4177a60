import { unavailable } from './bucket-errors.ts';

/** Yields the bytes of an object. Throws service_unavailable where the connection ends before the object does. */
export async function* wholeObject({
	size,
	body,
}: {
	size: number;
	body: AsyncIterable<Uint8Array>;
}): AsyncGenerator<Uint8Array> {
	let received = 0;
	try {
		for await (const chunk of body) {
			received += chunk.length;
			yield chunk;
		}
	} catch (error) {
		throw unavailable(error);
	}
	if (received !== size) throw unavailable(new Error(`The object ended after ${received} of ${size} bytes.`));
}
