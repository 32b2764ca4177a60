// Stands in for a command in the shell of a page: passes it on to the test, and does what the test answers.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Call, Outcome } from './call.ts';

const [lines = '', ...argv] = process.argv.slice(2);
const call: Call = {
	argv,
	// The outermost line: a command in a function counts where the function is called.
	line: Number(lines.split(' ').at(-2)),
	folder: process.cwd(),
	environment: Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ''])),
	input: readFileSync(0, 'utf8'),
};
const sent = request({ socketPath: process.env.DOCS_SOCKET, method: 'POST' }, (response) => {
	let text = '';
	response.setEncoding('utf8');
	response.on('data', (chunk: string) => (text += chunk));
	response.on('end', () => {
		const outcome = JSON.parse(text) as Outcome;
		process.stdout.write(outcome.output);
		process.exitCode = outcome.code;
	});
});
sent.end(JSON.stringify(call));
