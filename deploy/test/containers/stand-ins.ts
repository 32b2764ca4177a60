import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from './engine.ts';

const run = promisify(execFile);

/** Stands in for the official image of Node.js, so that the tests need no registry of images. */
export const NODE_IMAGE = `localhost/node:${process.versions.node}-bookworm-slim`;
/** Debian without what a minimal system does not need. */
export const DEBIAN_IMAGE = 'localhost/debian:bookworm-slim';
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** Builds the image of Debian and that of Node.js, with the Node.js and npm that run this test. */
export async function buildNodeImage(engine: Engine): Promise<void> {
	if (await hasImage(engine, NODE_IMAGE)) return;
	const debian = path.join(engine.folder, 'debian.tar');
	if (!existsSync(debian)) {
		const partial = `${debian}.partial.tar`;
		await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', partial]);
		cpSync(partial, debian);
		rmSync(partial);
	}
	if (!(await hasImage(engine, DEBIAN_IMAGE))) await engine.podman('import', debian, DEBIAN_IMAGE);
	const context = emptyFolder(engine, 'node');
	copyFileSync(process.execPath, path.join(context, 'node'));
	copyFileSync(AUTHORITIES, path.join(context, 'authorities.pem'));
	cpSync(await npmFolder(), path.join(context, 'npm'), { recursive: true });
	writeFileSync(
		path.join(context, 'Containerfile'),
		`FROM ${DEBIAN_IMAGE}
COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
COPY authorities.pem ${AUTHORITIES}
RUN chmod 0755 /usr/local/bin/node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\
	&& groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}
`,
	);
	await engine.build(NODE_IMAGE, context);
}

/** Builds an image from lines of a Containerfile. */
export async function buildStandIn(engine: Engine, name: string, lines: string): Promise<string> {
	const context = emptyFolder(engine, name);
	writeFileSync(path.join(context, 'Containerfile'), lines);
	const tag = `localhost/${name}`;
	await engine.build(tag, context);
	return tag;
}

async function hasImage(engine: Engine, name: string): Promise<boolean> {
	return engine.podman('image', 'exists', name).then(
		() => true,
		() => false,
	);
}

async function npmFolder(): Promise<string> {
	const { stdout } = await run('which', ['npm']);
	return path.resolve(realpathSync(stdout.trim()), '..', '..');
}

function emptyFolder(engine: Engine, name: string): string {
	const folder = path.join(engine.folder, 'contexts', name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	return folder;
}
