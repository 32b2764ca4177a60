import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The machine and the versions of a measurement: figures of others cannot be compared with it. */
export interface Machine {
	/** Model of the processor. */
	processor: string;
	cores: number;
	/** Bytes. */
	memory: number;
	/** Name and version of the operating system. */
	system: string;
	/** Version of Node, which the gateways run on too. */
	node: string;
	/** Version of the gateway. */
	gateway: string;
}

const GATEWAY_MANIFEST = path.join(import.meta.dirname, '../../gateway/package.json');

/** Reads the data and the versions of this machine. */
export function readMachine(): Machine {
	const { version } = JSON.parse(readFileSync(GATEWAY_MANIFEST, 'utf8')) as { version: string };
	return {
		processor: os.cpus()[0]?.model.trim() ?? 'unknown',
		cores: os.availableParallelism(),
		memory: os.totalmem(),
		system: `${distribution() ?? os.type()}, ${os.type()} ${os.release()}`,
		node: process.versions.node,
		gateway: version,
	};
}

/** Returns the name of the Linux distribution; null: this is no Linux, or it does not say. */
function distribution(): string | null {
	try {
		return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? null;
	} catch {
		return null;
	}
}
