import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { packTar, unpackTar, type ParsedTarEntryWithData } from 'modern-tar';

/** One file of a backup, or of an archive that is none. */
export interface Member {
	name: string;
	content?: string | Uint8Array;
	type?: 'file' | 'link' | 'symlink' | 'directory' | 'fifo';
	linkname?: string;
}

/** Reads the files of a backup. */
export async function readBackup(file: string): Promise<ParsedTarEntryWithData[]> {
	return unpackTar(gunzipSync(await readFile(file)));
}

/** Writes an archive of any content, without checksums. */
export async function writeArchive(file: string, members: readonly Member[]): Promise<void> {
	const entries = members.map(({ name, content = '', type = 'file', linkname }) => {
		const data = Buffer.from(content);
		const header = {
			name,
			type,
			size: type === 'file' ? data.length : 0,
			...(linkname === undefined ? {} : { linkname }),
		};
		return type === 'file' ? { header, data: new Uint8Array(data) } : { header };
	});
	await writeFile(file, gzipSync(await packTar(entries)));
}

/** Writes an archive with the right checksums of its files at its end. */
export async function writeWithChecksums(file: string, members: readonly Member[]): Promise<void> {
	const lines = members
		.filter(({ type = 'file' }) => type === 'file')
		.map(({ name, content = '' }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
	await writeArchive(file, [...members, { name: 'checksums.txt', content: lines.join('') }]);
}

const MEDIA_FILES =
	'select media_file as file from messages where media_file is not null union select file from uploads';

/** The media files that rows of a database refer to and that are not in the media folder. `url`: null: it is SQLite. */
export async function missingMedia(folder: string, url: string | null): Promise<string[]> {
	const files = url === null ? sqliteFiles(folder) : await postgresFiles(url);
	return files.filter((file) => !existsSync(path.join(folder, 'media', file)));
}

function sqliteFiles(folder: string): string[] {
	const database = new DatabaseSync(path.join(folder, 'gateway.db'));
	try {
		const rows = database.prepare(MEDIA_FILES).all();
		return rows.map(({ file }) => String(file));
	} finally {
		database.close();
	}
}

async function postgresFiles(url: string): Promise<string[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query<{ file: string }>(MEDIA_FILES);
		return rows.map(({ file }) => file);
	} finally {
		await client.end();
	}
}
