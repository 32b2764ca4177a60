/** Where files that arrive with messages lie on this machine. */
export interface FileKeeper {
	/** Keeps a file for an instance; gives where it lies. */
	keep(home: string, source: AsyncIterable<Uint8Array>): Promise<{ path: string }>;
	/** Removes one that nobody takes over. */
	discard(path: string): Promise<void>;
}
