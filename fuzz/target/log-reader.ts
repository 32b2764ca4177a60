import { open, type FileHandle } from 'node:fs/promises';

/** Findings in the log of a gateway. */
export interface LogFindings {
	/** Number of uncaught errors by the beginning of their stack. */
	uncaught: Map<string, number>;
	/** Number of errors that were traced to a connection and closed only that connection. */
	traced: number;
}

const TRACED = 'an error escaped a connection; the connection is opened again';
/** Bytes per read. */
const CHUNK = 2 ** 20;

export interface LogReader {
	findings: LogFindings;
	/** Reads the lines appended since the last call. */
	read(): Promise<void>;
	close(): Promise<void>;
}

export async function openLog(file: string): Promise<LogReader> {
	const handle: FileHandle = await open(file, 'a+');
	const findings: LogFindings = { uncaught: new Map(), traced: 0 };
	const buffer = Buffer.alloc(CHUNK);
	let position = 0;
	let rest = '';

	function parse(line: string): void {
		if (line.includes(TRACED)) findings.traced += 1;
		if (!line.startsWith('{"monitor"')) return;
		const { monitor, stack } = JSON.parse(line) as { monitor: string; stack: string };
		const [what = '', ...frames] = stack.split('\n').map((one) => one.trim());
		const where = frames.find((one) => one.startsWith('at ') && !one.includes('node:')) ?? '';
		// Paths differ between machines and runs, so they are shortened.
		const key = `${monitor}: ${what.slice(0, 120)} ${where.replace(/file:\/\/\S*\/(?=[^/]*\/[^/]*\/[^/]*$)/, '')}`;
		findings.uncaught.set(key, (findings.uncaught.get(key) ?? 0) + 1);
	}

	return {
		findings,
		async read() {
			for (;;) {
				const { bytesRead } = await handle.read(buffer, 0, CHUNK, position);
				if (bytesRead === 0) return;
				position += bytesRead;
				const lines = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n');
				rest = lines.pop() ?? '';
				lines.forEach(parse);
			}
		},
		close: () => handle.close(),
	};
}
