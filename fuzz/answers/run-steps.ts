import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Step } from './answer-case.ts';

/** Milliseconds until a held connection is closed. */
const LONGEST_HOLD = 60_000;

/** Runs the steps on a connection. Resolves when they are done; never rejects. */
export async function runSteps(socket: Socket, steps: readonly Step[]): Promise<void> {
	socket.on('error', () => undefined);
	for (const step of steps) {
		if (socket.destroyed) return;
		if (step === 'end') socket.destroySoon();
		else if (step === 'reset') socket.resetAndDestroy();
		else if (step === 'hold') await holdConnection(socket);
		else if ('wait' in step) await sleep(step.wait);
		else await writeRepeatedly(socket, step.write, 'times' in step ? step.times : 1);
	}
}

/** Waits until the other side closes the connection, or closes it after the time limit. */
async function holdConnection(socket: Socket): Promise<void> {
	await Promise.race([once(socket, 'close'), sleep(LONGEST_HOLD, null, { ref: false })]);
	socket.destroy();
}

async function writeRepeatedly(socket: Socket, bytes: Buffer, times: number): Promise<void> {
	for (let count = 0; count < times && !socket.destroyed; count += 1) {
		if (socket.write(bytes)) continue;
		const over = new AbortController();
		const { signal } = over;
		const drained = Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
		await drained.catch(() => undefined);
		over.abort();
	}
}
