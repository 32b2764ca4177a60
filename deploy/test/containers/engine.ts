import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../../playground/src/process/until.ts';

const run = promisify(execFile);

/** Images and layers stay here from one run to the next, which makes the next one faster. */
const FOLDER = process.env.CONTAINER_TEST_FOLDER ?? '/var/tmp/messaging-gateway-containers';

/** Lower limits than the defaults, which need more rights than a container has that runs this test. */
const CONFIGURATION = `[containers]
default_ulimits=["nofile=20000:20000","nproc=32768:32768"]
[engine]
runtime="runc"
`;

export interface ComposeOptions {
	environment: NodeJS.ProcessEnv;
	/** Files for the input and the output of the command. */
	input?: string | undefined;
	output?: string | undefined;
}

/** Podman with a storage of its own, and Docker Compose on its socket. */
export interface Engine {
	/** A folder for files of the test. */
	folder: string;
	podman(...args: string[]): Promise<string>;
	/** Builds an image; `context` is the folder that the Containerfile copies from. */
	build(tag: string, context: string, ...options: string[]): Promise<void>;
	compose(project: string, options: ComposeOptions, ...args: string[]): Promise<string>;
	/** Stops and removes all containers. */
	removeContainers(): Promise<void>;
	/** Removes the containers, volumes and networks that are left, and ends the service. */
	close(): Promise<void>;
}

export async function startEngine(): Promise<Engine> {
	mkdirSync(FOLDER, { recursive: true });
	const configuration = path.join(FOLDER, 'containers.conf');
	writeFileSync(configuration, CONFIGURATION);
	const store = ['--root', path.join(FOLDER, 'store'), '--runroot', path.join(FOLDER, 'run')];
	const global = [...store, '--storage-driver', 'overlay'];
	const env = { ...process.env, CONTAINERS_CONF: configuration };
	const options = { env, maxBuffer: 64 * 1024 * 1024 };

	const podman = async (...args: string[]): Promise<string> => {
		const { stdout } = await run('podman', [...global, ...args], options);
		return stdout.trim();
	};
	const socket = path.join(FOLDER, 'podman.sock');
	rmSync(socket, { force: true });
	const service = spawn('podman', [...global, 'system', 'service', '--time', '0', `unix://${socket}`], {
		env,
		stdio: 'ignore',
	});
	await until({ what: 'the service of podman', seconds: 180 }, () =>
		Promise.resolve(existsSync(socket) ? true : undefined),
	);
	const healthChecks = repeatHealthChecks(podman);
	const removeContainers = async (): Promise<void> => {
		await until({ what: 'the containers to be removed', seconds: 120 }, async () => {
			// Fails when it comes to a container whose network another one uses, which the next try finds removed.
			await podman('rm', '--all', '--force', '--time', '30').catch(() => undefined);
			return (await podman('ps', '--all', '--quiet')) === '' ? true : undefined;
		});
	};

	return {
		folder: FOLDER,
		podman,
		removeContainers,
		async build(tag, context, ...more) {
			const fixed = ['bud', '--isolation', 'chroot', '--format', 'docker', '--layers', '--tag', tag];
			await run('buildah', [...global, ...fixed, ...more, context], options);
		},
		async compose(project, { environment, input, output }, ...args) {
			return runWithFiles('docker-compose', ['--project-name', project, ...args], {
				env: { ...env, ...environment, DOCKER_HOST: `unix://${socket}`, COMPOSE_HTTP_TIMEOUT: '300' },
				input,
				output,
			});
		},
		async close() {
			await healthChecks.stop();
			await removeContainers().catch(() => undefined);
			await podman('volume', 'prune', '--force').catch(() => undefined);
			await podman('network', 'prune', '--force').catch(() => undefined);
			await end(service);
		},
	};
}

/**
 * Docker runs the health checks of containers; podman leaves that to systemd, which a container does not have. The pause
 * between two rounds stands for the interval of the checks: no test waits for it, but for a state of the containers.
 */
function repeatHealthChecks(podman: Engine['podman']): { stop: () => Promise<void> } {
	const stopped = new AbortController();
	const loop = async (): Promise<void> => {
		while (!stopped.signal.aborted) {
			const names = await podman('ps', '--format', '{{.Names}}').catch(() => '');
			for (const name of names.split('\n').filter(Boolean)) {
				// Fails for a container that has no health check, or that is not healthy yet.
				await podman('healthcheck', 'run', name).catch(() => undefined);
			}
			await new Promise((resolve) => setTimeout(resolve, 1000));
		}
	};
	const ended = loop();
	return {
		stop: async () => {
			stopped.abort();
			await ended;
		},
	};
}

/** Runs a program; resolves with what it prints. Throws with all of its output when it fails. */
async function runWithFiles(
	program: string,
	args: readonly string[],
	{ env, input, output }: { env: NodeJS.ProcessEnv; input?: string | undefined; output?: string | undefined },
): Promise<string> {
	const stdin = input === undefined ? null : openSync(input, 'r');
	const stdout = output === undefined ? null : openSync(output, 'w', 0o600);
	const child = spawn(program, args, { env, stdio: [stdin ?? 'ignore', stdout ?? 'pipe', 'pipe'] });
	let text = '';
	let errors = '';
	child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
	child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
	const [code] = (await once(child, 'close')) as [number | null];
	for (const file of [stdin, stdout]) if (file !== null) closeSync(file);
	if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${text}\n${errors}`);
	return text.trim();
}

async function end(service: ChildProcess): Promise<void> {
	if (service.exitCode !== null || service.signalCode !== null) return;
	service.kill();
	await once(service, 'exit');
}
