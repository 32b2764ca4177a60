import { parseArgs } from 'node:util';
import { sendingRows } from './nodes/sending.ts';
import { startUpRows } from './nodes/start-up.ts';
import { formatTable } from './report/table.ts';

/**
 * `npm run bench:nodes [-- --rounds N --items N --only sending|start-up]`: our node, n8n's HTTP Request node and
 * undici alone send the same items; then n8n starts with and without the package. See README.md.
 */
const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '5' },
		items: { type: 'string', default: '1000' },
		only: { type: 'string' },
	},
});
const rounds = Number(values.rounds);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

// process.exit runs the exit handlers, which end the gateway.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const rows = [
	...(values.only === 'start-up' ? [] : await sendingRows(rounds, Number(values.items), print)),
	...(values.only === 'sending' ? [] : await startUpRows(rounds, print)),
];
print(`\n${values.items} items, median of ${values.rounds}\n${formatTable(rows)}\n`);
const missed = rows.filter(({ ok }) => ok === false).length;
print(`${rows.filter(({ ok }) => ok === true).length} passed, ${missed} failed`);
process.exit(missed === 0 ? 0 : 1);
