import { open, type FileHandle } from 'node:fs/promises';

/** What a log says that the rules are about. */
export interface LogFindings {
	/** Errors that nobody caught, by the beginning of their stack, and how often. */
	uncaught: Map<string, number>;
	/** Errors that escaped from a connection and ended that one alone. */
	traced: number;
}

const TRACED = 'an error escaped a connection; the connection is opened again';
const PART = 2 ** 20;

/** Reads what was written to a log since the last time it was read. */
export interface LogReader {
	findings: LogFindings;
	read(): Promise<void>;
	close(): Promise<void>;
}

export async function openLog(file: string): Promise<LogReader> {
	const handle: FileHandle = await open(file, 'a+');
	const findings: LogFindings = { uncaught: new Map(), traced: 0 };
	const buffer = Buffer.alloc(PART);
	let position = 0;
	let rest = '';

	function take(line: string): void {
		if (line.includes(TRACED)) findings.traced += 1;
		if (!line.startsWith('{"monitor"')) return;
		const { monitor, stack } = JSON.parse(line) as { monitor: string; stack: string };
		const [what = '', ...frames] = stack.split('\n').map((one) => one.trim());
		const where = frames.find((one) => one.startsWith('at ') && !one.includes('node:')) ?? '';
		// The numbers of a case are no part of what went wrong.
		const key = `${monitor}: ${what.slice(0, 120)} ${where.replace(/file:\/\/\S*\/(?=[^/]*\/[^/]*\/[^/]*$)/, '')}`;
		findings.uncaught.set(key, (findings.uncaught.get(key) ?? 0) + 1);
	}

	return {
		findings,
		async read() {
			for (;;) {
				const { bytesRead } = await handle.read(buffer, 0, PART, position);
				if (bytesRead === 0) return;
				position += bytesRead;
				const lines = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n');
				rest = lines.pop() ?? '';
				lines.forEach(take);
			}
		},
		close: () => handle.close(),
	};
}
