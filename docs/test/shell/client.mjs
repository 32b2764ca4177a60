// Stands in for a command in the shell of a page: passes it on to the test, and does what the test answers. It is
// JavaScript and loads little, because it is started for each command of the documents.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [lines = '', ...argv] = process.argv.slice(2);
/** @type {import('./call.ts').Call} */
const call = {
	argv,
	// The outermost line: a command in a function counts where the function is called.
	line: Number(lines.split(' ').at(-2)),
	folder: process.cwd(),
	environment: { ...process.env },
	input: readFileSync(0, 'utf8'),
};
let text = '';
connect(process.env.DOCS_SOCKET)
	.setEncoding('utf8')
	.on('data', (chunk) => (text += chunk))
	.on('end', () => {
		const { output, code } = JSON.parse(text);
		process.stdout.write(output);
		process.exitCode = code;
	})
	.end(JSON.stringify(call));
