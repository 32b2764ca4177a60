/** A file of the gateway with its name; null: the response has none. */
export interface NamedFile {
	content: Blob;
	name: string | null;
}

/** Reads the file in a response; calls `onProgress` with each part of it. */
export async function readFile(response: Response, onProgress: () => void): Promise<NamedFile> {
	const parts: BlobPart[] = [];
	const reader = response.body?.getReader();
	for (;;) {
		const part = await reader?.read();
		if (part?.value === undefined) break;
		onProgress();
		parts.push(part.value);
	}
	const { headers } = response;
	return { content: new Blob(parts, { type: headers.get('Content-Type') ?? '' }), name: filenameIn(headers) };
}

/** Returns the name of a file in the Content-Disposition header of its response, which the gateway writes in UTF-8. */
function filenameIn(headers: Headers): string | null {
	const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '')?.[1];
	return encoded === undefined ? null : decodeURIComponent(encoded);
}
