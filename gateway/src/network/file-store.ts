/** Where files that arrive with messages lie on this machine. */
export interface FileStore {
	/** Keeps a file for an instance; gives where it lies. */
	save(home: string, source: AsyncIterable<Uint8Array>): Promise<{ path: string }>;
	/** Removes one that nobody takes over. */
	discard(path: string): Promise<void>;
}
