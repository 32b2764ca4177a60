import { parseArgs } from 'node:util';
import { startLoad } from '../load/start-load.ts';
import { perSecond } from '../report/row.ts';
import { openEngine } from '../server/engine.ts';
import { startReceiver } from '../server/start-receiver.ts';
import { formatFigures, medianFigures, type Figures } from './figures.ts';
import { measureGateway, type CycleSettings } from './gateway-cycle.ts';
import { QUEUES } from './protocol.ts';
import { measureQueue } from './queue-cycle.ts';

/** `npm run bench:peers [-- --rounds N --seconds N]`: see ../README.md. */
const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '3' },
		seconds: { type: 'string', default: '5' },
	},
});
const OURS = 'ours';
const WARM_UP = 2;
const CONNECTIONS = 64;
/** Jobs that are enqueued and not yet posted, at most. */
const WINDOW = 1000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// process.exit runs the exit handlers, which end gateways and servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const rounds = Number(values.rounds);
const measured = new Map<string, Figures[]>([OURS, ...QUEUES].map((name) => [name, []]));
const engine = await openEngine('postgres');
const { receiver, url: receiverUrl } = await startReceiver();
const load = startLoad();
const settings: CycleSettings = {
	receiver,
	receiverUrl,
	seconds: Number(values.seconds),
	warmUp: WARM_UP,
	connections: CONNECTIONS,
	window: WINDOW,
};
try {
	for (let round = 1; round <= rounds; round += 1) {
		const { figures, body } = await measureGateway(engine, load, settings);
		record(round, OURS, figures);
		for (const queue of QUEUES) record(round, queue, await measureQueue(queue, engine, body, settings));
	}
} finally {
	await load.end();
	await receiver.end();
	await engine.stop();
}
const medians = new Map([...measured].map(([name, all]) => [name, medianFigures(all)]));
print(`\n${formatFigures(medians)}`);
process.exit(0);

function record(round: number, name: string, figures: Figures): void {
	measured.get(name)?.push(figures);
	const { rate, worker, database } = figures;
	print(
		`${round}/${rounds} ${name}: ${perSecond(rate)}, ${worker.toFixed(2)} + ${database.toFixed(2)} ms a job`,
	);
}
