import { useState } from 'preact/hooks';

export interface Deletion {
	/** Whether the deletion runs, or has succeeded. Requests for the object would then fail with "not found". */
	deleting: boolean;
	/** Rejects when it fails. */
	run: () => Promise<void>;
}

/** The deletion of the object of a screen. Pause the screen's requests while `deleting`. */
export function useDeletion(remove: () => Promise<unknown>): Deletion {
	const [deleting, setDeleting] = useState(false);
	return {
		deleting,
		async run() {
			setDeleting(true);
			try {
				await remove();
			} catch (error) {
				setDeleting(false);
				throw error;
			}
		},
	};
}
