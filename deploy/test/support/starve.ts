import type { GatewayProcess } from '../../../gateway/test/support/gateway-process.ts';

/** Milliseconds that a client waits for an answer: longer than the alert allows the event loop to wait. */
const PATIENCE = 400;

/** Answers after which the gateway had enough of the processor to answer Prometheus too, within its time limit. */
const ANSWERS = 20;

/**
 * Takes the processor from a gateway until a client has given up, and then leaves it to the gateway until it has
 * answered some requests. None of them asks for metrics, because each answer with metrics begins a new measurement of
 * the event loop.
 */
export async function starve({ pid, url }: GatewayProcess): Promise<void> {
	if (pid === undefined) throw new Error('The gateway has no process.');
	const probe = `${url}/readyz`;
	process.kill(pid, 'SIGSTOP');
	const answered = await fetch(probe, { signal: AbortSignal.timeout(PATIENCE) }).then(
		() => true,
		() => false,
	);
	process.kill(pid, 'SIGCONT');
	if (answered) throw new Error('A stopped gateway has answered.');
	for (let answers = 0; answers < ANSWERS; answers += 1) await (await fetch(probe)).text();
}
