import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = path.join(import.meta.dirname, 's3-server-process.mjs');
const BUCKET = 'media';
const KEY = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'a-secret-for-tests+/=' };
/** The suffix of the file of an object. */
const OBJECT = '._S3rver_object';

/** An S3 server with one bucket, on a free port of this machine. It checks signatures. */
export interface S3Server {
	endpoint: string;
	bucket: string;
	/** Returns the settings of a gateway whose media files are in the bucket. */
	environment(prefix?: string): Record<string, string>;
	/** Returns the keys of all objects, sorted. */
	keys(): Promise<string[]>;
	/** Creates an object. */
	put(key: string, content: string): Promise<void>;
	/** Makes all objects older, by milliseconds. */
	setAge(milliseconds: number): Promise<void>;
	/** Ends the server; its objects stay. */
	stop(): Promise<void>;
	/** Starts it again at the same address. */
	start(): Promise<void>;
	/** Suspends it, so that its clients wait. */
	pause(): void;
	resume(): void;
	/** Ends the server and deletes its objects. */
	close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gateway-s3-'));
	let { child, port } = await launch(folder, 0);
	const endpoint = `http://127.0.0.1:${port}`;

	const root = path.join(folder, BUCKET);
	const objectFiles = async (): Promise<string[]> =>
		(await readdir(root, { recursive: true })).filter((file) => file.endsWith(OBJECT));

	async function stop(): Promise<void> {
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.kill('SIGKILL');
		await once(child, 'exit');
	}

	return {
		endpoint,
		bucket: BUCKET,
		environment: (prefix = '') => ({
			GATEWAY_MEDIA_URL: `s3://${BUCKET}/${prefix}?endpoint=${endpoint}`,
			...KEY,
		}),
		async keys() {
			return (await objectFiles())
				.map((file) => file.slice(0, -OBJECT.length).split(path.sep).join('/'))
				.sort();
		},
		async put(key, content) {
			const object = path.join(root, `${key}${OBJECT}`);
			await mkdir(path.dirname(object), { recursive: true });
			await writeFile(object, content);
		},
		async setAge(milliseconds) {
			const then = new Date(Date.now() - milliseconds);
			for (const file of await objectFiles()) await utimes(path.join(root, file), then, then);
		},
		stop,
		async start() {
			({ child, port } = await launch(folder, port));
		},
		pause() {
			child.kill('SIGSTOP');
		},
		resume() {
			child.kill('SIGCONT');
		},
		async close() {
			await stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function launch(folder: string, port: number): Promise<{ child: ChildProcess; port: number }> {
	const options = ['--openssl-legacy-provider', '--disable-warning=DeprecationWarning', PROGRAM];
	const key = [KEY.AWS_ACCESS_KEY_ID, KEY.AWS_SECRET_ACCESS_KEY];
	const child = spawn(process.execPath, [...options, folder, String(port), BUCKET, ...key], {
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	const output = { stdout: '', stderr: '' };
	child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	return new Promise((resolve, reject) => {
		child.once('exit', () => {
			reject(new Error(`The S3 server ended: ${output.stderr}`));
		});
		child.stdout.on('data', (chunk: Buffer) => {
			output.stdout += chunk.toString();
			const listening = /^Listening on (\d+)$/m.exec(output.stdout);
			if (listening !== null) resolve({ child, port: Number(listening[1]) });
		});
	});
}
