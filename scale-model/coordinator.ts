import type { Cell, Command } from './cell.ts';
import { afterCopy, afterDrain, otherCell, type CellName, type Entry } from './directory.ts';
import type { Protocol } from './protocol.ts';
import { TABLES, type Rows } from './rows.ts';

/**
 * A process that carries out moves. It stores nothing: after a crash it, or another one, reads the entry and repeats
 * the steps of its state. Several may run at a time, and each may act on an entry that has changed since it was read.
 */
export interface Coordinator {
	readonly isUp: boolean;
	/** The entry that it acts on; null: it has to read it. */
	readonly seen: Entry | null;
	/** Steps of this state that are done; see plan(). */
	readonly done: number;
	/** Rows that were read from the source, and are not written to the target yet. */
	readonly held: Rows | null;
}

/** A coordinator that has just started. */
export const NEW_COORDINATOR: Coordinator = { isUp: true, seen: null, done: 0, held: null };

/** The next step of a coordinator. */
export type Action =
	| { readonly kind: 'command'; readonly cell: CellName; readonly command: Command }
	| { readonly kind: 'read'; readonly cell: CellName }
	| { readonly kind: 'replace'; readonly next: Entry }
	/** The state has no further step: it reads the entry again. */
	| { readonly kind: 'rest' };

/** Returns the next step for the entry that the coordinator has seen. */
export function plan({ done, held }: Coordinator, seen: Entry): Action {
	const { epoch, cell, target } = seen;
	const command = (name: CellName, kind: 'activate' | 'discard' | 'drain' | 'close'): Action => ({
		kind: 'command',
		cell: name,
		command: { kind, epoch },
	});
	switch (seen.state) {
		case 'owned':
			if (done === 0) return command(cell, 'activate');
			return done === 1 ? command(otherCell(cell), 'discard') : { kind: 'rest' };
		case 'draining':
			return done === 0 ? command(cell, 'drain') : { kind: 'replace', next: afterDrain(seen) };
		case 'moving': {
			if (done === 0) return command(cell, 'close');
			const table = TABLES[done - 1];
			if (table === undefined || target === null) return { kind: 'replace', next: afterCopy(seen) };
			if (held === null) return { kind: 'read', cell };
			return { kind: 'command', cell: target, command: { kind: 'import', epoch, table, rows: held } };
		}
	}
}

/** Whether a command has reached its end at a cell: draining and closing take their time. */
export function isComplete({ kind }: Command, { grant, rows }: Cell, protocol: Protocol): boolean {
	switch (kind) {
		case 'drain':
			return rows.deliveries.length === 0 && rows.messages.every(({ status }) => status === 'sent');
		case 'close':
			return grant.mode === 'closed' || !protocol.waitsForClose;
		case 'activate':
		case 'discard':
		case 'import':
			return true;
	}
}
