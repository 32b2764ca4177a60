import { GatewayError } from '../../domain/error.ts';
import { listStoredFiles, type StoredFile } from './stored-files.ts';

/**
 * Tracks the used bytes of a media folder that has a limit: the last measurement plus the changes since then. A file
 * counts once, however many hard links it has.
 */
export interface MediaQuota {
	/** Bytes; null: the folder has no limit. */
	limit: number | null;
	/** Bytes; null: the folder has no limit. */
	used(): number | null;
	/** Reserves bytes before they are written. Throws service_unavailable if they would exceed the limit. */
	reserve(bytes: number): void;
	/** Adds bytes that were written without a reservation, or subtracts deleted ones (negative). */
	adjust(bytes: number): void;
	/** Measures the folder and returns its files in the order of listStoredFiles; none if the folder has no limit. */
	measure(): Promise<StoredFile[]>;
}

/** Seconds until the client should retry: the next sweep has freed space by then. */
const RETRY_AFTER = 60;

/** Creates the quota of a media folder and measures the folder if it has a limit. */
export async function openMediaQuota(root: string, limit: number | null): Promise<MediaQuota> {
	let used = 0;
	const quota: MediaQuota = {
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
	await quota.measure();
	return quota;
}

function mediaFolderFull(): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'The gateway has no room left for media files. Send the request again in a minute; if that does not help, ask its operator to raise GATEWAY_MEDIA_LIMIT.',
		{ retryAfter: RETRY_AFTER },
	);
}
