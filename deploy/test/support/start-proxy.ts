import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:net';
import { freePort } from '../../../gateway/test/support/free-port.ts';
import { until } from '../../../gateway/test/support/until.ts';
import { makeCertificate } from './certificate.ts';
import { installed } from './installed.ts';

const PROXIES = path.join(import.meta.dirname, '../../proxies');

/** What the tests put in place of the addresses and files of a server. */
export interface Place {
	/** A folder for the configuration and what the proxy writes. */
	folder: string;
	/** The port of the gateway behind it. */
	gatewayPort: number;
	/** The path below which the gateway is, as docs/proxies.md says; empty: the whole host. */
	publicPath: string;
}

export interface RunningProxy {
	port: number;
	/** The certificate of the proxy, which clients have to trust. */
	cert: string;
	close(): Promise<void>;
}

interface Prepared {
	args: string[];
	configuration: string;
}

type Prepare = (
	place: Place,
	files: { port: number; certFile: string; keyFile: string },
) => Promise<Prepared>;

/** Replaces a text of a file that people copy; throws where it is not there, because then they cannot either. */
function replaceIn(text: string, search: string, replacement: string): string {
	if (!text.includes(search)) throw new Error(`The file has no "${search}".`);
	return text.replaceAll(search, () => replacement);
}

/** The proxies by the names of their programs, with their files in deploy/proxies changed as little as possible. */
export const PROXY_PROGRAMS = {
	caddy: async ({ folder, gatewayPort, publicPath }, { port, certFile, keyFile }) => {
		let site = await readFile(path.join(PROXIES, 'Caddyfile'), 'utf8');
		site = replaceIn(site, '127.0.0.1:8080', `127.0.0.1:${gatewayPort}`);
		site = replaceIn(
			site,
			'\ngateway.example.com {',
			`\nhttps://127.0.0.1:${port} {\n\ttls ${certFile} ${keyFile}`,
		);
		if (publicPath !== '') site = replaceIn(site, 'path *', `path ${publicPath} ${publicPath}/*`);
		return {
			args: ['run', '--adapter', 'caddyfile', '--config', path.join(folder, 'caddy')],
			// Neither the port of its own API nor port 80.
			configuration: `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`,
		};
	},
	nginx: async ({ folder, gatewayPort, publicPath }, { port, certFile, keyFile }) => {
		let server = await readFile(path.join(PROXIES, 'nginx.conf'), 'utf8');
		const certificates = '/etc/letsencrypt/live/gateway.example.com';
		server = replaceIn(server, '127.0.0.1:8080', `127.0.0.1:${gatewayPort}`);
		server = replaceIn(server, `${certificates}/fullchain.pem`, certFile);
		server = replaceIn(server, `${certificates}/privkey.pem`, keyFile);
		server = replaceIn(server, 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
		server = replaceIn(server, 'listen [::]:443 ssl http2;', '');
		server = replaceIn(server, 'listen 80;', `listen 127.0.0.1:${await freePort()};`);
		server = replaceIn(server, 'listen [::]:80;', '');
		if (publicPath !== '') server = replaceIn(server, 'location / {', `location ~ ^${publicPath}(/|$) {`);
		const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
			(kind) => `${kind}_temp_path ${path.join(folder, kind)};`,
		);
		const user = process.getuid?.() === 0 ? 'user root;\n' : '';
		return {
			args: ['-e', 'stderr', '-p', folder, '-c', path.join(folder, 'nginx'), '-g', 'daemon off;'],
			configuration: `${user}pid ${path.join(folder, 'pid')};\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${server}}\n`,
		};
	},
} satisfies Record<string, Prepare>;

export type ProxyProgram = keyof typeof PROXY_PROGRAMS;

/** Starts a proxy of this machine with its file in deploy/proxies, on a free port of 127.0.0.1, with TLS. */
export async function startProxy(program: ProxyProgram, place: Place): Promise<RunningProxy> {
	const { folder } = place;
	await mkdir(folder, { recursive: true });
	const { cert, certFile, keyFile } = await makeCertificate(folder);
	const port = await freePort();
	const { args, configuration } = await PROXY_PROGRAMS[program](place, { port, certFile, keyFile });
	await writeFile(path.join(folder, program), configuration);

	const child = spawn(installed(program) ?? program, args, {
		env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let output = '';
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const closed = once(child, 'close');
	await until(`${program} to listen`, async () => {
		if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
		return listensOn(port);
	});
	return {
		port,
		cert,
		async close() {
			child.kill('SIGTERM');
			await closed;
		},
	};
}

function listensOn(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => {
			resolve(false);
		});
	});
}
