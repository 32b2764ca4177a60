import { GatewayError } from '../domain/error.ts';
import { listStoredFiles, type StoredFile } from './stored-files.ts';

/**
 * How many bytes the media folder holds, where it is limited: what it held when measured, and what came since. A file
 * counts once, however many names it has.
 */
export interface MediaQuota {
	/** Null where the folder has no limit. */
	limit: number | null;
	used(): number | null;
	/** Counts bytes about to be written. Throws service_unavailable where they would go over the limit. */
	reserve(bytes: number): void;
	/** Counts bytes that are there already, or, below zero, that are there no more. */
	adjust(bytes: number): void;
	/** Looks at every file, and gives them; see listStoredFiles for their order. */
	measure(): Promise<StoredFile[]>;
}

/** Seconds after which there may be room again: the sweep has passed by then. */
const RETRY_AFTER = 60;

/** Gives the space of a media folder, measured. Without a limit nothing is measured or counted. */
export async function openMediaQuota(root: string, limit: number | null): Promise<MediaQuota> {
	let used = 0;
	const space: MediaQuota = {
		limit,
		used: () => (limit === null ? null : used),
		reserve(bytes) {
			if (limit !== null && used + bytes > limit) throw mediaFolderFull();
			used += bytes;
		},
		adjust(bytes) {
			used += bytes;
		},
		async measure() {
			if (limit === null) return [];
			const stored = await listStoredFiles(root);
			used = stored.reduce((sum, { size }) => sum + size, 0);
			return stored;
		},
	};
	await space.measure();
	return space;
}

function mediaFolderFull(): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'The gateway has no room left for media files. Send the request again in a minute; if that does not help, ask its operator to raise GATEWAY_MEDIA_LIMIT.',
		{ retryAfter: RETRY_AFTER },
	);
}
