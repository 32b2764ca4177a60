import type { StoredFile } from './files.ts';

/** False metadata of a file in its message; null: the field is absent. Bytes are base64. */
export interface FileLies {
	mediaKey?: string | null;
	fileSha256?: string | null;
	fileEncSha256?: string | null;
	fileLength?: number | null;
	directPath?: string | null;
	url?: string | null;
}

const BYTES: readonly string[] = ['mediaKey', 'fileSha256', 'fileEncSha256'];

/** Returns the metadata of a file with the false fields in place of the true ones. */
export function withFalseMetadata(file: StoredFile, lies: FileLies): StoredFile {
	const fields = Object.entries(lies as Record<string, string | number | null>).map(([name, value]) => [
		name,
		BYTES.includes(name) && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
	]);
	const all = Object.entries<unknown>({ ...file, ...(Object.fromEntries(fields) as object) });
	// Omitted fields are absent on the wire, though the type requires them.
	return Object.fromEntries(all.filter(([, value]) => value !== null)) as unknown as StoredFile;
}
