import path from 'node:path';
import type { Readable } from 'node:stream';
import { idPattern, type MediaId } from '../../domain/ids.ts';
import type { ByteRange, FilePart } from '../byte-range.ts';

/** The folder of uploads, which belong to no instance. */
export const UPLOADS = 'uploads';
/** Contains an empty marker file for each media file that no committed row references yet. */
export const PENDING = 'pending';

const INSTANCE_ID = new RegExp(idPattern('inst'));
const MEDIA_ID = new RegExp(idPattern('med'));

/** Whether a subfolder of the media folder is that of an instance. */
export function isInstanceFolder(name: string): boolean {
	return INSTANCE_ID.test(name);
}

/** Whether a name relative to the media folder has the form of the gateway's own files. */
export function isMediaFile(file: string): boolean {
	const [owner = '', name = '', ...rest] = file.split('/');
	return isOwner(owner) && MEDIA_ID.test(name) && rest.length === 0;
}

/**
 * Whether a subfolder of the media folder is the gateway's own. A disk or a share may have others, such as
 * `lost+found`.
 */
export function isOwner(name: string): boolean {
	return name === UPLOADS || isInstanceFolder(name);
}

/** A new file. It is pending until `confirm` is called. */
export interface ReceivedFile {
	id: MediaId;
	/** Its name relative to the media folder, as rows store it. */
	file: string;
	path: string;
	/** Bytes. */
	size: number;
}

/** A file to stream. */
export interface OpenedFile {
	/** Bytes of the whole file. */
	size: number;
	/** What `content` has of it; null: the whole file. */
	part: FilePart | null;
	/** It must be read or destroyed. */
	content: Readable;
}

/**
 * The files of media messages and of uploads: one subfolder per instance, and one for uploads. A file is pending until
 * the transaction with the row that references it is committed. The next start removes the files that a crash left
 * pending. The folder is on a disk (`openMediaFolder`), or in a bucket (`openMediaBucket`), where each method may throw
 * service_unavailable.
 */
export interface MediaStorage {
	/** The folder on this machine's disk. */
	root: string;
	/** Returns where a file is on this machine's disk; see `localPath` for a file that this process did not receive. */
	pathOf(file: string): string;
	/** Writes a new file to disk. If the source throws, rethrows its error and removes the partial file. */
	receive(owner: string, source: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
	/** Makes a received file durable. Call it before the row that references the file is committed. */
	persist(file: string): Promise<void>;
	/**
	 * Moves a file of this machine into the folder, and makes it durable. Does not move a file that is already in the
	 * folder.
	 */
	moveIn(owner: string, from: string): Promise<string>;
	/**
	 * Hard-links, or copies, a file for another owner, durably. Each name is deleted separately. Throws a
	 * MediaStorageError with the cause ENOENT if there is no such file.
	 */
	link(owner: string, file: string): Promise<string>;
	/** Marks a file as pending before the row that references it is deleted. */
	markPending(file: string): Promise<void>;
	/** Marks all files of an instance before its row is deleted, so that `sweep` removes them if `removeOwner` does not. */
	markOwnerPending(owner: string): Promise<void>;
	/** Removes all files of a deleted instance. */
	removeOwner(owner: string): Promise<void>;
	/** Keeps the file: the row that references it is committed. */
	confirm(file: string): Promise<void>;
	/** Deletes the file: no row will reference it. */
	discard(file: string): Promise<void>;
	/** Opens a file, or a part of it, to stream it; null: it does not exist. Throws UnsatisfiableRange. */
	open(file: string, range?: ByteRange | null): Promise<OpenedFile | null>;
	/** Returns the path at which programs on this machine can read a file, for some minutes or until `release`. */
	localPath(file: string): Promise<string>;
	/** Programs on this machine need the file no longer. */
	release(file: string): Promise<void>;
	/**
	 * Removes unreferenced files that have been pending since before `before` (epoch milliseconds), and the files of
	 * deleted instances. Leaves alone what the gateway did not create, and the files of another database.
	 */
	sweep(references: MediaReferences, before: number): Promise<void>;
	/** Waits for the work in flight. */
	close(): Promise<void>;
}

/** Looks up which files and owners the database references. */
export interface MediaReferences {
	hasFile(file: string): Promise<boolean>;
	hasOwner(owner: string): Promise<boolean>;
}

/** The file could not be written to this machine's disk, through no fault of its source. */
export class MediaStorageError extends Error {
	constructor(cause: unknown) {
		super(
			'The media folder could not be written to. Check the free disk space and the permissions of the data folder.',
			{ cause },
		);
		this.name = 'MediaStorageError';
	}
}

/** Returns the name, relative to the media folder, of the file at a path in that folder. */
export function mediaFileAt(filePath: string): string {
	return `${path.basename(path.dirname(filePath))}/${path.basename(filePath)}`;
}
