import { describe, expect, it } from '@jest/globals';
import { lossesOf } from '../invariants.ts';
import { COMPLETE } from '../protocol.ts';
import { run } from '../random-run.ts';
import { stepsOf } from '../steps.ts';
import { createSystem, type System } from '../system.ts';
import { SMALL } from './sizes.ts';

/** Runs the named steps; "done" runs all progress that follows. */
function follow(start: System, names: readonly string[]): System {
	return names.reduce((system, name) => {
		const step = stepsOf(system, COMPLETE).find((one) => one.name === name);
		if (step === undefined) throw new Error(`"${name}" is not possible.`);
		return step.after();
	}, start);
}

const accepted = (system: System): number => system.clients[0]?.accepted ?? 0;

const BEGUN = ['coordinator 0 reads the entry', 'coordinator 0 begins a move'];
const DRAINING = [...BEGUN, 'coordinator 0 reads the entry', 'coordinator 0 works'];
const CLOSING = [...DRAINING, 'coordinator 0 works', 'coordinator 0 reads the entry', 'coordinator 0 works'];

describe('a client with a cached entry', () => {
	it('is accepted by the owner', () => {
		const system = follow(createSystem(SMALL), ['client 0 asks', 'client 0 sends']);
		expect(accepted(system)).toBe(1);
	});

	it('is asked to wait while the instance drains, and stays at the cell', () => {
		const system = follow(createSystem(SMALL), ['client 0 asks', ...DRAINING, 'client 0 sends']);
		expect(accepted(system)).toBe(0);
		expect(system.clients[0]?.cached).toBe('a');
		expect(system.cells.a.rows.messages).toEqual([]);
	});

	it('asks again after the move, and sends to the other cell', () => {
		const asked = follow(createSystem(SMALL), ['client 0 asks', ...DRAINING]);
		const { end, broken } = run(asked, [], COMPLETE);
		expect(broken).toEqual([]);
		expect(end.network.taken.map(({ id }) => id)).toEqual(['chat0-0@b']);
	});
});

describe('a move', () => {
	it('waits until the gateway with the session has closed it', () => {
		const start = createSystem(SMALL);
		const connected = follow(start, ['a tells what drives', 'a connects', ...CLOSING]);
		expect(connected.cells.a.grant.mode).toBe('closing');
		expect(connected.network.sessions).toEqual(['a']);
		const closed = follow(connected, ['a tells what drives', 'a closes its session']);
		expect(closed.cells.a.grant.mode).toBe('closed');
		expect(closed.network.sessions).toEqual([]);
	});

	it('ends after a crash of its coordinator', () => {
		const system = follow(createSystem({ ...SMALL, crashes: 1 }), [...CLOSING, 'coordinator 0 crashes']);
		const { end, broken } = run(system, [], COMPLETE);
		expect(broken).toEqual([]);
		expect(end.entry).toMatchObject({ state: 'owned', cell: 'b' });
	});

	it('is rolled back while the target is down, and only what was copied waits there', () => {
		const size = { ...SMALL, crashes: 1, rollBacks: 1 };
		const copied = [
			'a tells what drives',
			'a closes its session',
			'coordinator 0 works',
			'coordinator 0 works',
			'coordinator 0 works',
		];
		const rolledBack = follow(createSystem(size), [
			...CLOSING,
			...copied,
			'b crashes',
			'coordinator 0 rolls back',
		]);
		expect(rolledBack.entry).toMatchObject({ state: 'owned', cell: 'a' });
		const withoutTarget = run(rolledBack, [], COMPLETE, ({ name }) => name !== 'b starts');
		expect(withoutTarget.broken).toEqual(['rows left at the other cell']);
		expect(withoutTarget.end.network.taken).toHaveLength(1);
		expect(lossesOf(run(withoutTarget.end, [], COMPLETE).end)).toEqual([]);
	});
});
