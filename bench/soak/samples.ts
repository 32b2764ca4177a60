import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { GatewayProcess } from '../server/gateway.ts';
import { openFiles, residentMemory } from '../server/process-figures.ts';

/** The sampled series, in the order of the plot. */
export const SERIES = {
	memory: { title: 'memory', unit: 'MB' },
	files: { title: 'open files and sockets', unit: '' },
	database: { title: 'database', unit: 'MB' },
	loopDelay: { title: 'event-loop delay, 99th percentile', unit: 'ms' },
	backlog: { title: 'messages in progress', unit: '' },
} as const;
export type SeriesName = keyof typeof SERIES;

/** The values of all series at one time; NaN: not available. */
export type Sample = Record<SeriesName, number> & {
	/** Seconds since the start. */
	at: number;
};

const MB = 1024 * 1024;

/** Reads all values of a gateway except the backlog, which only the load generator and the receiver know. */
export async function takeSample(
	gateway: GatewayProcess,
	folder: string,
): Promise<Omit<Sample, 'at' | 'backlog'>> {
	const metrics = await metricsOf(gateway);
	return {
		memory: residentMemory(gateway.pid) / MB,
		files: openFiles(gateway.pid),
		database: (metrics.get('gateway_database_bytes') ?? (await fileSizes(folder))) / MB,
		loopDelay: (metrics.get('nodejs_eventloop_lag_p99_seconds') ?? Number.NaN) * 1000,
	};
}

/** Returns the metrics without labels; none when the gateway rejects the request. */
async function metricsOf({ url, key }: GatewayProcess): Promise<Map<string, number>> {
	const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
	const text = await response.text();
	if (!response.ok) return new Map();
	return new Map(
		text
			.split('\n')
			.filter((line) => /^\w+ /.test(line))
			.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])] as const),
	);
}

/** Returns the bytes of the SQLite file and its write-ahead log. */
async function fileSizes(folder: string): Promise<number> {
	const sizes = ['gateway.db', 'gateway.db-wal'].map((name) =>
		stat(path.join(folder, name)).then(
			({ size }) => size,
			() => 0,
		),
	);
	return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}
