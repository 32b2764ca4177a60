import { NO_DUTY, type Gateways } from './gateways.ts';
import type { Protocol } from './protocol.ts';
import { copyTable, NO_ROWS, type Rows, type Table } from './rows.ts';

/** The permission of a cell for the instance: a row in its database, which its gateways check in each transaction. */
export interface Grant {
	/** The epoch of the directory's entry from which the cell has the grant. */
	readonly epoch: number;
	/**
	 * `active`: accepts and sends. `draining`: sends only. `closing`: ends what it has begun and closes the session.
	 * `closed`: writes nothing. `importing`: receives the rows of a move. `none`: has nothing.
	 */
	readonly mode: 'none' | 'active' | 'draining' | 'closing' | 'closed' | 'importing';
}

/** A cell: its database, which survives a crash, and its gateways, which do not. */
export interface Cell {
	readonly grant: Grant;
	readonly rows: Rows;
	readonly gateways: Gateways;
}

/** The commands of a coordinator to a cell, with the epoch of the entry that it has seen. */
export type Command =
	| { readonly kind: 'activate' | 'drain' | 'close' | 'discard'; readonly epoch: number }
	| { readonly kind: 'import'; readonly epoch: number; readonly table: Table; readonly rows: Rows };

/** Creates a cell that owns the instance from the start, or has nothing. */
export function createCell(grant: Grant): Cell {
	return { grant, rows: NO_ROWS, gateways: { ...NO_DUTY, isUp: true } };
}

/**
 * Executes a command in one transaction of the cell's database. Each command may be repeated. Returns null for one of
 * an earlier epoch: its coordinator does not know yet that another one has continued the move.
 */
export function execute(cell: Cell, command: Command, protocol: Protocol): Cell | null {
	const { epoch } = command;
	if (protocol.fencesCommands && epoch < cell.grant.epoch) return null;
	const isRepeated = epoch === cell.grant.epoch;
	switch (command.kind) {
		case 'activate':
			return { ...cell, grant: { epoch, mode: 'active' } };
		case 'drain':
			return { ...cell, grant: { epoch, mode: 'draining' } };
		case 'close':
			return isRepeated && cell.grant.mode === 'closed'
				? cell
				: { ...cell, grant: { epoch, mode: 'closing' } };
		case 'discard':
			return { ...cell, grant: { epoch, mode: 'none' }, rows: NO_ROWS };
		case 'import': {
			// The remains of a move that was rolled back do not belong to this move.
			const before = isRepeated && cell.grant.mode === 'importing' ? cell.rows : NO_ROWS;
			const rows = copyTable(command.rows, before, command.table, protocol);
			return { ...cell, grant: { epoch, mode: 'importing' }, rows };
		}
	}
}
