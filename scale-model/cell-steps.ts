import {
	accept,
	beginPost,
	beginSend,
	close,
	mayClose,
	NO_DUTY,
	readGrant,
	record,
	type Work,
} from './gateways.ts';
import type { Cell, Grant } from './cell.ts';
import { lookUp, nextRequest, receiveAnswer, type Client } from './client.ts';
import type { CellName } from './directory.ts';
import { connect, disconnect, take } from './network.ts';
import type { Protocol } from './protocol.ts';
import { when, type Step } from './step.ts';
import { spend, withCell, type System } from './system.ts';

/** Returns the possible next steps of a cell: its gateways read, connect, send, deliver, close, crash and start. */
export function cellSteps(system: System, name: CellName, protocol: Protocol): readonly Step[] {
	const cell = system.cells[name];
	const { isUp, accepting, driving, isConnected, work } = cell.gateways;
	const down = (): System => ({
		...withCell(system, name, { ...cell, gateways: NO_DUTY }),
		network: disconnect(system.network, name),
	});
	if (!isUp) {
		const started = { ...cell, gateways: { ...NO_DUTY, isUp: true } };
		return [{ name: `${name} starts`, kind: 'progress', after: () => withCell(system, name, started) }];
	}
	const progress = (what: string, next: Cell | null): readonly Step[] =>
		next === null
			? []
			: [{ name: `${name} ${what}`, kind: 'progress', after: () => withCell(system, name, next) }];
	// With the fence the database decides, and the memory of gateways has no effect: fewer states to visit.
	const acceptingReads = !protocol.fencesWrites && differs(cell.grant, accepting);
	const opens = driving.mode === 'active' || driving.mode === 'draining';
	return [
		...progress('tells what accepts', acceptingReads ? readGrant(cell, 'accepting') : null),
		...progress('tells what drives', differs(cell.grant, driving) ? readGrant(cell, 'driving') : null),
		...when(opens && !isConnected, {
			name: `${name} connects`,
			kind: 'progress',
			after: () => ({
				...withCell(system, name, { ...cell, gateways: { ...cell.gateways, isConnected: true } }),
				network: connect(system.network, name),
			}),
		}),
		...progress('begins to send', beginSend(cell, protocol.fencesWrites)),
		...progress('begins to deliver', beginPost(cell, protocol.fencesWrites)),
		...(work === null ? [] : workSteps(system, { name, work, fences: protocol.fencesWrites })),
		...when(mayClose(cell), {
			name: `${name} closes its session`,
			kind: 'progress',
			after: () => ({ ...withCell(system, name, close(cell)), network: disconnect(system.network, name) }),
		}),
		...when(system.budget.crashes > 0, {
			name: `${name} crashes`,
			kind: 'fault',
			after: () => spend(down(), 'crashes'),
		}),
	];
}

function workSteps(
	system: System,
	{ name, work, fences }: { name: CellName; work: Work; fences: boolean },
): readonly Step[] {
	const cell = system.cells[name];
	if (work.isDone) {
		const recorded = (): System => withCell(system, name, record(cell, work, fences));
		return [{ name: `${name} records`, kind: 'progress', after: recorded }];
	}
	const done = withCell(system, name, {
		...cell,
		gateways: { ...cell.gateways, work: { ...work, isDone: true } },
	});
	const after = (): System =>
		work.kind === 'send'
			? { ...done, network: take(system.network, work.message, work.session) }
			: { ...done, received: [...system.received, work.message] };
	return [{ name: `${name} ${work.kind}s`, kind: 'progress', after }];
}

/** Returns the possible next steps of a client: ask the directory, or send its request to the cell that it knows. */
export function clientSteps(system: System, index: number, protocol: Protocol): readonly Step[] {
	const client = system.clients[index];
	const request = client === undefined ? null : nextRequest(client);
	if (client === undefined || request === null) return [];
	const name = `client ${index}`;
	if (client.cached === null) {
		const asked = (): System => withClient(system, index, lookUp(client, system.entry));
		return [{ name: `${name} asks`, kind: 'progress', after: asked }];
	}
	const { cached } = client;
	const cell = system.cells[cached];
	if (!cell.gateways.isUp) {
		const unreached = (): System => withClient(system, index, receiveAnswer(client, null));
		return [{ name: `${name} reaches nobody`, kind: 'progress', after: unreached }];
	}
	const id = `${request.key}@${cached}`;
	const result = accept(cell, { request, id, fences: protocol.fencesWrites });
	const accepted = withCell(system, cached, result.cell);
	return [
		{
			name: `${name} sends`,
			kind: 'progress',
			after: () => withClient(accepted, index, receiveAnswer(client, result.answer)),
		},
		...when(system.budget.lostAnswers > 0 && result.answer === 'accepted', {
			name: `${name} loses an answer`,
			kind: 'fault',
			after: () => spend(withClient(accepted, index, receiveAnswer(client, null)), 'lostAnswers'),
		}),
	];
}

function withClient(system: System, index: number, client: Client): System {
	return { ...system, clients: system.clients.map((old, at) => (at === index ? client : old)) };
}

function differs(one: Grant, other: Grant): boolean {
	return one.epoch !== other.epoch || one.mode !== other.mode;
}
