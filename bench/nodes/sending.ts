import path from 'node:path';
import type { Row } from '../report/row.ts';
import { createConnectedInstance } from '../server/client.ts';
import { temporaryStorage } from '../server/engine.ts';
import { startGateway } from '../server/gateway.ts';
import { median } from '../statistics.ts';
import { startWorker } from '../worker.ts';
import { httpRequestNodes, ourNodes, type Variant, type Baseline, type Sending } from './variants.ts';
import { createHeaderCredential, openN8n } from './n8n.ts';
import type { UndiciJob } from './undici-alone.ts';
import { createActiveWorkflow, measureNodeSeconds, type Item } from './workflow-run.ts';

/** So slow a network confirms nothing while it is measured: the gateway accepts and does nothing else. */
const SLOW_NETWORK = { GATEWAY_SIMULATOR_LATENCY_MS: '3600000,0,0' };
/** As many connections as our node has by itself. */
const CONNECTIONS = 50;

/** Who sends, how it sends items once, and the seconds each time took. */
interface Sender<Who> {
	who: Who;
	send: (items: readonly Item[]) => Promise<number>;
	seconds: number[];
}

/**
 * The same items sent to the same gateway in turns: by our node and the HTTP Request node in one n8n, and by undici
 * in a process of its own. Ours may take no longer than the HTTP Request node at its fastest with the key where
 * n8n keeps keys. How ours compares when the key is in the workflow is told, and no mark.
 */
export async function sendingRows(
	rounds: number,
	count: number,
	progress: (line: string) => void,
): Promise<Row[]> {
	const place = await temporaryStorage({});
	const gateway = await startGateway({ folder: place.folder, settings: SLOW_NETWORK });
	const alone = startWorker<UndiciJob, number>(path.join(import.meta.dirname, 'undici-alone.ts'));
	const ending = [() => place.remove(), () => gateway.end('SIGKILL'), () => alone.end()];
	try {
		const { session, end } = await openN8n(place.folder);
		ending.push(end);
		const sending: Sending = {
			url: gateway.url,
			key: gateway.key,
			instanceId: await createConnectedInstance(gateway, 'Shop'),
			headerCredentialId: await createHeaderCredential(session, gateway.key),
		};
		const senderOf = async <Who extends Variant>(who: Who): Promise<Sender<Who>> => {
			const workflow = await createActiveWorkflow(session, { url: gateway.url, apiKey: gateway.key }, who);
			return { who, send: (items) => measureNodeSeconds(session, workflow, items), seconds: [] };
		};
		const ours = await Promise.all(ourNodes(sending).map(senderOf));
		const rivals = await Promise.all(httpRequestNodes(sending).map(senderOf));
		const undici: Sender<{ name: string }> = {
			who: { name: `undici alone, ${CONNECTIONS} connections` },
			send: (items) => alone.ask({ ...sending, bodies: bodiesOf(items, sending), connections: CONNECTIONS }),
			seconds: [],
		};
		await inTurns([...ours, ...rivals, undici], rounds, itemsOf(count), progress);
		return [
			...ours.flatMap((one) => rowsAgainst(one, rivals, undici)),
			...rivals.map(({ who, seconds }) => ({
				name: who.name,
				ours: '',
				limit: shown(median(seconds)),
				ok: null,
			})),
		];
	} finally {
		for (const end of ending.reverse()) await end();
	}
}

async function inTurns(
	senders: readonly Sender<{ name: string }>[],
	rounds: number,
	items: readonly Item[],
	progress: (line: string) => void,
): Promise<void> {
	// What each does first is for the caches.
	for (const { send } of senders) await send(items);
	for (let round = 0; round < rounds; round += 1) {
		// Another one begins each time.
		const order = [...senders.slice(round % senders.length), ...senders.slice(0, round % senders.length)];
		for (const { send, seconds } of order) seconds.push(await send(items));
		const last = senders.map(({ seconds }) => shown(seconds.at(-1) ?? Number.NaN));
		progress(`${round + 1}/${rounds}: ${last.join(', ')}`);
	}
}

/** One message to each of as many phones, as a broadcast has them. */
function itemsOf(count: number): Item[] {
	return Array.from({ length: count }, (_, index) => ({
		phone: `4917${String(index).padStart(6, '0')}55`,
		text: `Hello number ${index}, your order is on its way.`,
	}));
}

function bodiesOf(items: readonly Item[], { instanceId }: Sending): string[] {
	return items.map(({ phone, text }) => JSON.stringify({ instanceId, to: phone, message: text }));
}

function rowsAgainst(
	{ who, seconds }: Sender<Variant>,
	rivals: readonly Sender<Baseline>[],
	undici: Sender<{ name: string }>,
): Row[] {
	const time = median(seconds);
	const against = (other: Sender<{ name: string }>, most: number | null): Row => {
		const limit = median(other.seconds);
		return {
			name: `${who.name}, against ${other.who.name}`,
			ours: shown(time),
			limit: shown(limit),
			ratio: (time / limit).toFixed(2),
			...(most === null ? {} : { required: `<= ${most.toFixed(2)}` }),
			ok: most === null ? null : time <= limit * most,
		};
	};
	const open = rivals.filter((rival) => rival.who.openKey);
	const closed = rivals.filter((rival) => !rival.who.openKey);
	return [against(fastest(closed), 1), against(fastest(open), null), against(undici, null)];
}

function fastest<Who>(senders: readonly Sender<Who>[]): Sender<Who> {
	const [first] = senders.toSorted((a, b) => median(a.seconds) - median(b.seconds));
	if (first === undefined) throw new Error('There is nobody to compare with.');
	return first;
}

function shown(seconds: number): string {
	return `${seconds.toFixed(2)} s`;
}
