import type { EncryptionKeyTable } from '../store/schema.ts';

/** The state of a database at one moment. Commits of running gateways do not change it, and do not wait for it. */
export interface DatabaseSnapshot {
	/** The name of its last migration. */
	schema: string;
	/** How many bytes its copy will have; null: this is known only when it is made. */
	bytes: number | null;
	/** The data key, once for each key that opens it. */
	encryptionKeys: readonly EncryptionKeyTable[];
	/** The media files that its rows refer to; a file may come more than once. */
	mediaFiles(): AsyncIterable<string> | Iterable<string>;
	/** Writes a copy of the database to a new file. */
	copyTo(file: string): Promise<void>;
	close(): Promise<void>;
}

export const LAST_MIGRATION = 'select max(name) as name from kysely_migration';
export const ENCRYPTION_KEYS = 'select id, wrapped_data_key, created_at from encryption_keys';
export const MEDIA_FILES =
	'select media_file as file from messages where media_file is not null union all select file from uploads';
