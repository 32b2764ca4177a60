import { createReadStream } from 'node:fs';

/** All characters below the space except tab, line feed, vertical tab, form feed, carriage return and escape. */
const CONTROL_CHARACTERS = new Set(
	Array.from({ length: 32 }, (_, code) => code).filter((code) => code < 9 || (code > 13 && code !== 27)),
);

/** Whether the first bytes of a file can be those of a text. */
export function isTextPart(head: Uint8Array): boolean {
	return head.length > 0 && textTest(head)(head);
}

/**
 * Whether a file is a text: it is not empty and contains no control characters except white space and escape. A byte
 * order mark says that it is in UTF-16; every other text is one in UTF-8 or in an encoding of single bytes.
 */
export async function isTextFile(file: string): Promise<boolean> {
	let isTextSoFar: ReturnType<typeof textTest> | null = null;
	for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
		isTextSoFar ??= textTest(chunk);
		if (!isTextSoFar(chunk)) return false;
	}
	return isTextSoFar !== null;
}

/** Returns a test of the successive chunks of a file, which begins with the bytes of `head`. */
function textTest(head: Uint8Array): (chunk: Uint8Array) => boolean {
	const encoding = utf16Encoding(head);
	if (encoding === null) return (chunk) => !chunk.some((byte) => CONTROL_CHARACTERS.has(byte));
	const decoder = new TextDecoder(encoding, { fatal: true });
	return (chunk) => {
		try {
			const text = decoder.decode(chunk, { stream: true });
			for (let index = 0; index < text.length; index += 1) {
				if (CONTROL_CHARACTERS.has(text.charCodeAt(index))) return false;
			}
			return true;
		} catch {
			return false;
		}
	};
}

function utf16Encoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	return null;
}
