import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../playground/src/layout.ts';
import { findFreePort } from '../../../playground/src/process/ports.ts';
import type { ComposeOptions, Engine } from './engine.ts';

/** A compose project that runs, with free ports on loopback. */
export interface Stack {
	gatewayUrl: string;
	n8nUrl: string;
	/** The variables of the project; a test changes the image here. */
	environment: NodeJS.ProcessEnv;
	compose(...args: string[]): Promise<string>;
	/** Runs a command of Docker Compose with files as its input and output. */
	pipe(files: Omit<ComposeOptions, 'environment'>, ...args: string[]): Promise<string>;
	/** The name of the container of a service. */
	container(service: string): string;
	/** The name of a volume of the compose file. */
	volume(name: string): string;
}

/** Prepares a project of files, named from deploy/, and of what the test adds to them; starts nothing yet. */
export async function prepareStack(
	engine: Engine,
	name: string,
	options: { files: string[]; additions: object; environment: NodeJS.ProcessEnv },
): Promise<Stack> {
	const folder = path.join(engine.folder, name);
	mkdirSync(folder, { recursive: true });
	// JSON is YAML too.
	const additions = path.join(folder, 'additions.yaml');
	writeFileSync(additions, JSON.stringify(options.additions));
	const files = [...options.files.map((file) => path.resolve(ROOT, 'deploy', file)), additions];
	const [gatewayPort, n8nPort] = [await findFreePort(), await findFreePort()];
	const n8nUrl = `http://127.0.0.1:${n8nPort}`;
	const environment: NodeJS.ProcessEnv = {
		GATEWAY_PORT: String(gatewayPort),
		GATEWAY_PUBLIC_URL: `https://127.0.0.1:${gatewayPort}`,
		N8N_PORT: String(n8nPort),
		N8N_URL: `${n8nUrl}/`,
		...options.environment,
	};
	const pipe: Stack['pipe'] = (pipes, ...args) =>
		engine.compose(name, { environment, ...pipes }, ...files.flatMap((file) => ['-f', file]), ...args);
	return {
		gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
		n8nUrl,
		environment,
		compose: (...args) => pipe({}, ...args),
		pipe,
		container: (service) => `${name}_${service}_1`,
		volume: (volume) => `${name}_${volume}`,
	};
}
