import type { Cell, Grant } from './cell.ts';
import type { Message, Rows } from './rows.ts';
import { withDelivered, withSent } from './rows.ts';

/** A send or a webhook attempt that has begun. `isDone`: the network or the receiver has it, and no row says so yet. */
export type Work =
	| { readonly kind: 'send'; readonly message: Message; readonly session: number; readonly isDone: boolean }
	| { readonly kind: 'post'; readonly message: Message; readonly isDone: boolean };

/** The gateways of a cell, of which one holds the session. A crash loses their memory. */
export interface Gateways {
	readonly isUp: boolean;
	/** The grant as the gateways that accept requests last read it. */
	readonly accepting: Grant;
	/** The grant as the gateway with the session last read it. */
	readonly driving: Grant;
	readonly isConnected: boolean;
	/** What the gateway with the session is doing. */
	readonly work: Work | null;
}

const UNKNOWN: Grant = { epoch: 0, mode: 'none' };

/** Gateways that have crashed, or have just started. */
export const NO_DUTY: Gateways = {
	isUp: false,
	accepting: UNKNOWN,
	driving: UNKNOWN,
	isConnected: false,
	work: null,
};

/** A request to send a message. */
export type SendRequest = Pick<Message, 'key' | 'chat' | 'number'>;

/** `accepted`: 202. `busy`: 503 with Retry-After. `moved`: another cell has the instance. */
export type Answer = 'accepted' | 'busy' | 'moved';

/** Accepts a request in one transaction, or refuses it. A repeated key is accepted without a second message. */
export function accept(
	cell: Cell,
	{ request, id, fences }: { request: SendRequest; id: string; fences: boolean },
): { cell: Cell; answer: Answer } {
	const { mode } = fences ? cell.grant : cell.gateways.accepting;
	if (mode === 'none') return { cell, answer: 'moved' };
	if (mode !== 'active') return { cell, answer: 'busy' };
	const { keys, messages } = cell.rows;
	if (keys.includes(request.key)) return { cell, answer: 'accepted' };
	const message: Message = { ...request, id, status: 'queued' };
	const rows: Rows = { ...cell.rows, keys: [...keys, request.key], messages: [...messages, message] };
	return { cell: { ...cell, rows }, answer: 'accepted' };
}

/** Lets gateways read the grant: those that accept, or the one with the session, which opens or keeps it by that. */
export function readGrant(cell: Cell, reader: 'accepting' | 'driving'): Cell {
	return { ...cell, gateways: { ...cell.gateways, [reader]: cell.grant } };
}

/** Whether the gateway with the session may begin something, as far as it knows. */
export function mayBegin({ gateways }: Cell): boolean {
	const { mode } = gateways.driving;
	return gateways.isUp && gateways.work === null && (mode === 'active' || mode === 'draining');
}

/** Begins to send the oldest queued message. The session's next state is stored first, so that none is used twice. */
export function beginSend(cell: Cell, fences: boolean): Cell | null {
	const message = cell.rows.messages.find(({ status }) => status === 'queued');
	if (message === undefined || !mayBegin(cell) || !cell.gateways.isConnected) return null;
	if (fences && !isCurrent(cell)) return readGrant(cell, 'driving');
	const session = cell.rows.session + 1;
	const work: Work = { kind: 'send', message, session, isDone: false };
	return { ...cell, rows: { ...cell.rows, session }, gateways: { ...cell.gateways, work } };
}

/** Begins to deliver the oldest pending event. */
export function beginPost(cell: Cell, fences: boolean): Cell | null {
	const [message] = cell.rows.deliveries;
	if (message === undefined || !mayBegin(cell)) return null;
	if (fences && !isCurrent(cell)) return readGrant(cell, 'driving');
	return { ...cell, gateways: { ...cell.gateways, work: { kind: 'post', message, isDone: false } } };
}

/**
 * Records the outcome at the network or the receiver. Under another grant nothing is recorded: the gateway reads the
 * grant, and tries again while it may still end what it has begun.
 */
export function record(cell: Cell, work: Work, fences: boolean): Cell {
	if (fences && !isCurrent(cell)) {
		const current = readGrant(cell, 'driving');
		return mayEnd(cell.grant) ? current : { ...current, gateways: { ...current.gateways, work: null } };
	}
	const rows =
		work.kind === 'send' ? withSent(cell.rows, work.message) : withDelivered(cell.rows, work.message);
	return { ...cell, rows, gateways: { ...cell.gateways, work: null } };
}

/** Whether the gateway with the session has to close it, and has ended what it had begun. */
export function mayClose(cell: Cell): boolean {
	return (
		cell.gateways.isUp && isCurrent(cell) && cell.grant.mode === 'closing' && cell.gateways.work === null
	);
}

/** Closes the session, and says so in the database. */
export function close(cell: Cell): Cell {
	const grant: Grant = { ...cell.grant, mode: 'closed' };
	return { ...cell, grant, gateways: { ...cell.gateways, driving: grant, isConnected: false } };
}

function mayEnd({ mode }: Grant): boolean {
	return mode === 'active' || mode === 'draining' || mode === 'closing';
}

function isCurrent({ grant, gateways: { driving } }: Cell): boolean {
	return driving.epoch === grant.epoch && driving.mode === grant.mode;
}
