import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import {
	isMediaFile,
	isInstanceFolder,
	mediaFileAt,
	MediaStorageError,
	PENDING,
	type MediaStorage,
} from './media-storage.ts';
import {
	isMissing,
	missing,
	throwUnavailable,
	throwUnlessUnsatisfiable,
	unavailable,
} from './s3/bucket-errors.ts';
import { claimBucket } from './s3/claim-bucket.ts';
import { openLocalCopies } from './s3/local-copies.ts';
import type { ListedObject, ObjectPage } from './s3/object-list.ts';
import type { S3Client } from './s3/s3-client.ts';
import { explainS3Error } from './s3/s3-error.ts';
import { wholeObject } from './s3/whole-object.ts';

export interface MediaBucketDeps {
	client: S3Client;
	/** Contains this machine's copies of files. */
	dataFolder: string;
	clock: Clock;
	newId: NewId;
	/** Identifies the database whose rows reference the files. */
	installation: string;
	/** Copies from before (epoch milliseconds) belong to no running gateway. */
	copiesBefore: number;
	/** Called with the error of a request that the caller does not wait for. */
	onError: (error: unknown) => void;
}

/** Objects that are examined or deleted concurrently. */
const OBJECTS_AT_ONCE = 8;

/**
 * Opens a folder in a bucket as the media folder of any number of gateways. Objects are named like the files of a media
 * folder, and so are the markers of those that no committed row references yet.
 *
 * A file is received into a folder on this machine, and `persist` uploads it; the network's drivers read it from there.
 * A failed request throws service_unavailable, so that its caller retries as when the database is out of reach. After
 * the commit no failure is thrown: the marker of a file that could not be confirmed or deleted remains, and `sweep`
 * decides later. Throws MediaBucketRefused.
 */
export async function openMediaBucket(deps: MediaBucketDeps): Promise<MediaStorage> {
	const { client, dataFolder, clock, newId, installation, copiesBefore, onError } = deps;
	const copies = await openLocalCopies(path.join(dataFolder, 'media-cache'), clock, copiesBefore);
	await claimBucket(client, installation);
	/** Received files of which the bucket has nothing yet. */
	const unsent = new Set<string>();
	/** The pending files whose objects exist. */
	const uploaded = new Set<string>();
	/** Files that are being downloaded. */
	const downloads = new Map<string, Promise<void>>();
	/** The last background work on each file or owner. */
	const underWay = new Map<string, Promise<void>>();

	function inBackground(name: string, work: () => Promise<void>): void {
		const running = (underWay.get(name) ?? Promise.resolve())
			.then(work)
			.catch(onError)
			.finally(() => {
				if (underWay.get(name) === running) underWay.delete(name);
			});
		underWay.set(name, running);
	}

	async function mark(file: string): Promise<void> {
		// An earlier marker may be being removed.
		await underWay.get(file);
		await client.put(`${PENDING}/${file}`, '').catch(throwUnavailable);
	}

	const unmark = (file: string): Promise<void> => client.delete(`${PENDING}/${file}`);

	/** Uploads a local file. The marker precedes the object, so that a crash leaves no object without one. */
	async function upload(file: string, from: string): Promise<void> {
		unsent.delete(file);
		await mark(file);
		await client.put(file, { path: from }).catch((error: unknown) => {
			throw isMissing(error) ? new MediaStorageError(error) : unavailable(error);
		});
		uploaded.add(file);
	}

	async function persist(file: string): Promise<void> {
		if (uploaded.has(file)) return;
		await upload(file, copies.pathOf(file));
		await copies.allowRemoval(file, (await stat(copies.pathOf(file))).size);
	}

	async function downloadCopy(file: string): Promise<void> {
		const object = await client.get(file).catch(throwUnavailable);
		if (object === null) throw new MediaStorageError(missing(file));
		await copies.allowRemoval(file, await copies.write(file, wholeObject(object)));
	}

	/** Deletes the object and then its marker. An error leaves the marker to the next sweep. */
	async function deleteObject(file: string): Promise<void> {
		await client.delete(file);
		await unmark(file);
	}

	/** Calls `work` with each page of the keys and the prefixes that begin with `prefix`. */
	async function eachPage(
		options: { prefix: string; delimiter?: string },
		work: (page: ObjectPage) => Promise<void>,
	): Promise<void> {
		let token: string | null = null;
		do {
			const listed = client.list({ ...options, token });
			const page: ObjectPage = await listed.catch((error: unknown) => {
				throw explainS3Error(error, client.target);
			});
			await work(page);
			token = page.next;
		} while (token !== null);
	}

	async function removeOwner(owner: string): Promise<void> {
		await rm(copies.pathOf(owner), { recursive: true, force: true });
		await eachPage({ prefix: `${owner}/` }, ({ objects }) =>
			forEach(objects, ({ key }) => client.delete(key)),
		);
	}

	return {
		root: copies.root,
		pathOf: (file) => copies.pathOf(file),
		persist,
		async receive(owner, source) {
			const id = newId('med');
			const file = `${owner}/${id}`;
			const size = await copies.write(file, source);
			unsent.add(file);
			return { id, file, path: copies.pathOf(file), size };
		},
		async moveIn(owner, from) {
			if (path.dirname(path.dirname(from)) === copies.root) {
				const file = mediaFileAt(from);
				await persist(file);
				return file;
			}
			const file = `${owner}/${newId('med')}`;
			await upload(file, from);
			await rm(from, { force: true });
			return file;
		},
		async link(owner, file) {
			const linked = `${owner}/${newId('med')}`;
			await mark(linked);
			const exists = await client.copy(file, linked).catch(throwUnavailable);
			if (!exists) {
				inBackground(linked, () => unmark(linked));
				throw new MediaStorageError(missing(file));
			}
			uploaded.add(linked);
			return linked;
		},
		markPending: (file) => mark(file),
		// The bucket belongs to one database, so that `sweep` may remove the files of every instance it does not know.
		markOwnerPending: () => Promise.resolve(),
		removeOwner(owner) {
			// A large instance has more files than its client waits for. The next start continues after a crash.
			inBackground(owner, () => removeOwner(owner));
			return Promise.resolve();
		},
		confirm(file) {
			uploaded.delete(file);
			inBackground(file, () => unmark(file));
			return Promise.resolve();
		},
		async discard(file) {
			uploaded.delete(file);
			await copies.remove(file);
			if (!unsent.delete(file)) inBackground(file, () => deleteObject(file));
		},
		async open(file, range = null) {
			const object = await client.get(file, { passedOn: true, range }).catch(throwUnlessUnsatisfiable);
			return object === null ? null : { size: object.size, part: object.part, content: object.body };
		},
		async localPath(file) {
			if (await copies.use(file)) return copies.pathOf(file);
			const download = downloads.get(file) ?? downloadCopy(file).finally(() => downloads.delete(file));
			downloads.set(file, download);
			await download;
			return copies.pathOf(file);
		},
		release: (file) => copies.remove(file),
		async sweep(references, before) {
			const decide = async ({ key, modifiedAt }: ListedObject): Promise<void> => {
				const file = key.slice(PENDING.length + 1);
				if (!isMediaFile(file) || !(modifiedAt <= before)) return;
				await ((await references.hasFile(file)) ? unmark(file) : deleteObject(file));
			};
			await eachPage({ prefix: `${PENDING}/` }, ({ objects }) => forEach(objects, decide));
			await eachPage({ prefix: '', delimiter: '/' }, async ({ prefixes }) => {
				for (const prefix of prefixes) {
					const owner = prefix.slice(0, -1);
					if (isInstanceFolder(owner) && !(await references.hasOwner(owner))) await removeOwner(owner);
				}
			});
		},
		async close() {
			await Promise.all(underWay.values());
			await client.close();
		},
	};
}

/** Awaits work for all objects, some at a time. */
async function forEach(
	objects: readonly ListedObject[],
	work: (object: ListedObject) => Promise<void>,
): Promise<void> {
	for (let from = 0; from < objects.length; from += OBJECTS_AT_ONCE) {
		await Promise.all(objects.slice(from, from + OBJECTS_AT_ONCE).map(work));
	}
}
