/** When the gateway alerts, by settings of the operator. */
export interface AlertSettings {
	/** Milliseconds that a message or a delivery may wait; null: however long. */
	queueAge: number | null;
	/** The least free space of a disk; null: it is not checked. */
	diskFree: DiskLimit | null;
}

/** A number of bytes, or a share of the disk from 0 to 1. */
export type DiskLimit = { bytes: number } | { share: number };

/** Whether a disk has less free space than it should have; sizes are bytes. */
export function isFilling({ free, size }: { free: number; size: number }, limit: DiskLimit): boolean {
	return 'bytes' in limit ? free < limit.bytes : free < size * limit.share;
}
