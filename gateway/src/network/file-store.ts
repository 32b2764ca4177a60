/** Stores the files of received messages on this machine. */
export interface FileStore {
	/** Saves a file of an instance (`owner`) and returns its path. */
	save(owner: string, source: AsyncIterable<Uint8Array>): Promise<{ path: string }>;
	/** Deletes a saved file whose message was not recorded. */
	discard(path: string): Promise<void>;
}
