import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as elapsed } from 'node:timers/promises';
import type { Step } from './answer-case.ts';

/** Milliseconds until a server that keeps silent goes itself. */
const LONGEST_HOLD = 60_000;

/** Runs the steps on a connection. Resolves when they are done; never rejects. */
export async function runSteps(socket: Socket, steps: readonly Step[]): Promise<void> {
	socket.on('error', () => undefined);
	for (const step of steps) {
		if (socket.destroyed) return;
		if (step === 'end') socket.destroySoon();
		else if (step === 'reset') socket.resetAndDestroy();
		else if (step === 'hold') await left(socket);
		else if ('wait' in step) await elapsed(step.wait);
		else await written(socket, step.write, 'times' in step ? step.times : 1);
	}
}

/** Resolves when the other side goes; it is made to, in the end. */
async function left(socket: Socket): Promise<void> {
	await Promise.race([once(socket, 'close'), elapsed(LONGEST_HOLD, null, { ref: false })]);
	socket.destroy();
}

async function written(socket: Socket, bytes: Buffer, times: number): Promise<void> {
	for (let count = 0; count < times && !socket.destroyed; count += 1) {
		if (socket.write(bytes)) continue;
		const over = new AbortController();
		const { signal } = over;
		const drained = Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
		await drained.catch(() => undefined);
		over.abort();
	}
}
