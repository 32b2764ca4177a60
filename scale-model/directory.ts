/** The cells of the model. Two suffice: a move has one source and one target. */
export type CellName = 'a' | 'b';

/** The entry of an instance in the directory. The model has one instance: a move of one never waits for another. */
export interface Entry {
	/** Grows with each change of the entry, so that it orders all commands about the instance. */
	readonly epoch: number;
	/** `draining`: the cell accepts nothing and empties its queue. `moving`: its rows are copied to the target. */
	readonly state: 'owned' | 'draining' | 'moving';
	/** The cell that owns the instance. Until a move has ended it is the source. */
	readonly cell: CellName;
	/** The cell that the instance moves to; null: it does not move. */
	readonly target: CellName | null;
}

/** Returns the other cell. */
export function otherCell(cell: CellName): CellName {
	return cell === 'a' ? 'b' : 'a';
}

/** Returns the entry of an instance whose move begins. */
export function afterBegin(entry: Entry): Entry {
	return { ...entry, epoch: entry.epoch + 1, state: 'draining', target: otherCell(entry.cell) };
}

/** Returns the entry of an instance whose source has drained, or has been given up waiting for. */
export function afterDrain(entry: Entry): Entry {
	return { ...entry, epoch: entry.epoch + 1, state: 'moving' };
}

/** Returns the entry of an instance whose rows are at the target. From here on the move cannot be rolled back. */
export function afterCopy(entry: Entry): Entry {
	return { epoch: entry.epoch + 1, state: 'owned', cell: entry.target ?? entry.cell, target: null };
}

/** Returns the entry of an instance whose move is rolled back. */
export function afterRollBack(entry: Entry): Entry {
	return { ...entry, epoch: entry.epoch + 1, state: 'owned', target: null };
}

/** Replaces an entry if it is still the one that the writer has seen. Returns what the directory has then. */
export function replaceEntry(current: Entry, seen: Entry, next: Entry, comparesEpochs: boolean): Entry {
	return comparesEpochs && current.epoch !== seen.epoch ? current : next;
}
