import path from 'node:path';
import type { Row } from '../report/row.ts';
import { createConnectedInstance } from '../server/client.ts';
import { temporaryStorage } from '../server/engine.ts';
import { startGateway } from '../server/gateway.ts';
import { median } from '../statistics.ts';
import { startWorker } from '../worker.ts';
import { httpRequestNodes, ourNodes, type Variant, type Baseline, type SendTarget } from './variants.ts';
import { createHeaderCredential, openN8n } from './n8n.ts';
import type { UndiciJob } from './undici-alone.ts';
import { createActiveWorkflow, measureNodeSeconds, type Item } from './workflow-run.ts';

/** A network so slow that it confirms nothing during the measurement: the gateway only accepts messages. */
const SLOW_NETWORK = { GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' };
/** The default number of connections of our node. */
const CONNECTIONS = 50;

/** A measured sender, and the seconds of each measurement. */
interface Sender<Kind> {
	kind: Kind;
	/** Sends items once and returns the seconds. */
	send: (items: readonly Item[]) => Promise<number>;
	seconds: number[];
}

/**
 * Sends the same items to the same gateway alternately: by our node and the HTTP Request node in one n8n, and by undici
 * in its own process. Our node must take no longer than the fastest variant of the HTTP Request node with the key in a
 * credential. The comparison with the key in the workflow is printed without a mark.
 */
export async function sendingRows(
	rounds: number,
	count: number,
	progress: (line: string) => void,
): Promise<Row[]> {
	const storage = await temporaryStorage({});
	const gateway = await startGateway({ folder: storage.folder, settings: SLOW_NETWORK });
	const alone = startWorker<UndiciJob, number>(path.join(import.meta.dirname, 'undici-alone.ts'));
	const ending = [() => storage.remove(), () => gateway.end('SIGKILL'), () => alone.end()];
	try {
		const { session, end } = await openN8n(storage.folder);
		ending.push(end);
		const target: SendTarget = {
			url: gateway.url,
			key: gateway.key,
			instanceId: await createConnectedInstance(gateway, 'Shop'),
			headerCredentialId: await createHeaderCredential(session, gateway.key),
		};
		const createSender = async <Kind extends Variant>(kind: Kind): Promise<Sender<Kind>> => {
			const workflow = await createActiveWorkflow(session, { url: gateway.url, apiKey: gateway.key }, kind);
			return { kind, send: (items) => measureNodeSeconds(session, workflow, items), seconds: [] };
		};
		const ours = await Promise.all(ourNodes(target).map(createSender));
		const rivals = await Promise.all(httpRequestNodes(target).map(createSender));
		const undici: Sender<{ name: string }> = {
			kind: { name: `undici alone, ${CONNECTIONS} connections` },
			send: (items) =>
				alone.request({ ...target, bodies: bodiesOf(items, target), connections: CONNECTIONS }),
			seconds: [],
		};
		await measureAlternately([...ours, ...rivals, undici], rounds, itemsOf(count), progress);
		return [
			...ours.flatMap((one) => rowsAgainst(one, rivals, undici)),
			...rivals.map(({ kind, seconds }) => ({
				name: kind.name,
				ours: '',
				limit: formatSeconds(median(seconds)),
				ok: null,
			})),
		];
	} finally {
		for (const end of ending.reverse()) await end();
	}
}

async function measureAlternately(
	senders: readonly Sender<{ name: string }>[],
	rounds: number,
	items: readonly Item[],
	progress: (line: string) => void,
): Promise<void> {
	// The first measurement of each only fills the caches.
	for (const { send } of senders) await send(items);
	for (let round = 0; round < rounds; round += 1) {
		// Each round starts with another sender.
		const order = [...senders.slice(round % senders.length), ...senders.slice(0, round % senders.length)];
		for (const { send, seconds } of order) seconds.push(await send(items));
		const last = senders.map(({ seconds }) => formatSeconds(seconds.at(-1) ?? Number.NaN));
		progress(`${round + 1}/${rounds}: ${last.join(', ')}`);
	}
}

/** Returns one message to each of `count` phones, as in a broadcast. */
function itemsOf(count: number): Item[] {
	return Array.from({ length: count }, (_, index) => ({
		phone: `4917${String(index).padStart(6, '0')}55`,
		text: `Hello number ${index}, your order is on its way.`,
	}));
}

function bodiesOf(items: readonly Item[], { instanceId }: SendTarget): string[] {
	return items.map(({ phone, text }) => JSON.stringify({ instanceId, to: phone, message: text }));
}

function rowsAgainst(
	{ kind, seconds }: Sender<Variant>,
	rivals: readonly Sender<Baseline>[],
	undici: Sender<{ name: string }>,
): Row[] {
	const time = median(seconds);
	const against = (other: Sender<{ name: string }>, most: number | null): Row => {
		const limit = median(other.seconds);
		return {
			name: `${kind.name}, against ${other.kind.name}`,
			ours: formatSeconds(time),
			limit: formatSeconds(limit),
			ratio: (time / limit).toFixed(2),
			...(most === null ? {} : { required: `<= ${most.toFixed(2)}` }),
			ok: most === null ? null : time <= limit * most,
		};
	};
	const withKeyInWorkflow = rivals.filter((rival) => rival.kind.keyInWorkflow);
	const withCredential = rivals.filter((rival) => !rival.kind.keyInWorkflow);
	return [
		against(fastest(withCredential), 1),
		against(fastest(withKeyInWorkflow), null),
		against(undici, null),
	];
}

function fastest<Kind>(senders: readonly Sender<Kind>[]): Sender<Kind> {
	const [first] = senders.toSorted((a, b) => median(a.seconds) - median(b.seconds));
	if (first === undefined) throw new Error('There is no sender to compare with.');
	return first;
}

function formatSeconds(seconds: number): string {
	return `${seconds.toFixed(2)} s`;
}
