import type { StoredFile } from './files.ts';

/** What a message says of its file that is not so; null: it says nothing of it. Bytes are base64. */
export interface FileLies {
	mediaKey?: string | null;
	fileSha256?: string | null;
	fileEncSha256?: string | null;
	fileLength?: number | null;
	directPath?: string | null;
	url?: string | null;
}

const BYTES: readonly string[] = ['mediaKey', 'fileSha256', 'fileEncSha256'];

/** What a message says of a file, with lies in place of the truth. */
export function liedAbout(file: StoredFile, lies: FileLies): StoredFile {
	const said = Object.entries(lies as Record<string, string | number | null>).map(([name, value]) => [
		name,
		BYTES.includes(name) && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
	]);
	const all = Object.entries<unknown>({ ...file, ...(Object.fromEntries(said) as object) });
	// What is left out is absent on the wire, whatever the type of an honest message says.
	return Object.fromEntries(all.filter(([, value]) => value !== null)) as unknown as StoredFile;
}
