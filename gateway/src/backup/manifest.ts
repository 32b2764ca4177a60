import { ExplainedError } from '../lib/errors/explained-error.ts';
import { isMediaFile } from '../media/storage/media-storage.ts';
import type { Engine } from '../store/engine/engine.ts';

/** The names of what a backup contains, in this order. Media files follow the database, as `media/<owner>/<file>`. */
export const MANIFEST = 'backup.json';
export const KEY = 'encryption.key';
export const DATABASE: Readonly<Record<Engine, string>> = { sqlite: 'gateway.db', postgres: 'database.dump' };
export const MEDIA = 'media/';
/** A line for each of the others, in the format of `sha256sum`. */
export const CHECKSUMS = 'checksums.txt';

/** The version of the layout of a backup. */
export const FORMAT = 1;

/** What a backup says of itself, in its first file. */
export interface Manifest {
	format: typeof FORMAT;
	/** The version of the gateway that made it. */
	version: string;
	/** The last migration of the database. */
	schema: string;
	/** ISO 8601. */
	createdAt: string;
	engine: Engine;
	/** Where the key is that opens the sealed secrets; `none`: nothing is sealed yet. */
	encryptionKey: 'included' | 'GATEWAY_ENCRYPTION_KEY' | 'none';
	/** Where the media files are. */
	media: 'included' | 'bucket';
	/** The number of media files, hard links included. */
	mediaFiles: number;
	/** The bytes of all files but this one and the checksums. */
	bytes: number;
}

/** The file is no backup, or is damaged. */
export class NotABackup extends ExplainedError {
	constructor(why: string, options?: ErrorOptions) {
		super(
			`This is not a complete backup of a gateway: ${why}. Nothing was changed. Use another backup.`,
			options,
		);
		this.name = 'NotABackup';
	}
}

/** Parses the first file of a backup. Throws NotABackup, or an ExplainedError for a later format. */
export function parseManifest(text: string): Manifest {
	const value = parseJson(text);
	if (value.format !== FORMAT) {
		if (typeof value.format === 'number' && value.format > FORMAT) throw madeByLaterVersion(value.version);
		throw new NotABackup(`its ${MANIFEST} is not one that a gateway writes`);
	}
	const { engine, bytes, mediaFiles, encryptionKey, media, schema, version, createdAt } = value;
	const isValid =
		(engine === 'sqlite' || engine === 'postgres') &&
		(encryptionKey === 'included' ||
			encryptionKey === 'GATEWAY_ENCRYPTION_KEY' ||
			encryptionKey === 'none') &&
		(media === 'included' || media === 'bucket') &&
		isCount(bytes) &&
		isCount(mediaFiles) &&
		[schema, version, createdAt].every((text) => typeof text === 'string' && /^[\w.:+-]{1,100}$/.test(text));
	if (!isValid) throw new NotABackup(`its ${MANIFEST} is not one that a gateway writes`);
	return value as unknown as Manifest;
}

/** The backup was made by a later version than this one, which does not know its content. */
export function madeByLaterVersion(version: unknown): ExplainedError {
	const named = typeof version === 'string' && /^[\w.+-]{1,50}$/.test(version) ? version : 'a later version';
	return new ExplainedError(
		`The backup was made by messaging-gateway ${named}, whose database this version does not know. Nothing was changed. Restore it with that version or a later one.`,
	);
}

/** Whether a backup with this manifest may contain a file of this name. */
export function isMember(name: string, { engine, encryptionKey, media }: Manifest): boolean {
	if (name === DATABASE[engine]) return true;
	if (name === KEY) return encryptionKey === 'included';
	return media === 'included' && isMediaMember(name);
}

/** Whether a member of an archive is a file of the media folder. */
export function isMediaMember(name: string): boolean {
	return name.startsWith(MEDIA) && isMediaFile(name.slice(MEDIA.length));
}

function parseJson(text: string): Partial<Record<keyof Manifest, unknown>> {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : {};
	} catch {
		return {};
	}
}

function isCount(value: unknown): boolean {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}
