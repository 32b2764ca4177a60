// The image, built of this source with a stand-in for the official image of Node.js, and what it is like to run.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '../../playground/src/process/ports.ts';
import { until } from '../../playground/src/process/until.ts';
import { startEngine, type Engine } from './containers/engine.ts';
import { buildGatewayImage } from './containers/gateway-image.ts';
import { buildNodeImage, NODE_IMAGE } from './containers/stand-ins.ts';
import { whyNoContainers } from './containers/tools.ts';

const MEGABYTE = 1_000_000;
/** What an operator takes away from a container that needs nothing. */
const LOCKED_DOWN = [
	'--read-only',
	'--read-only-tmpfs=false',
	'--cap-drop=all',
	'--security-opt=no-new-privileges',
	'--no-healthcheck',
];
const reason = whyNoContainers();

(reason === '' ? describe : describe.skip)(`the image of the gateway${reason}`, () => {
	let engine: Engine;
	let image: string;
	beforeAll(async () => {
		engine = await startEngine();
		await buildNodeImage(engine);
		image = await buildGatewayImage(engine, 'messaging-gateway');
	}, 15 * 60_000);
	afterAll(async () => {
		await engine.close();
	});

	const runOnce = (entrypoint: string, ...args: string[]): Promise<string> =>
		engine.podman(
			'run',
			'--rm',
			'--network=none',
			'--no-healthcheck',
			`--entrypoint=${entrypoint}`,
			image,
			...args,
		);

	it('runs as an account without rights, on a read-only file system, and stops on SIGTERM', async () => {
		const port = await findFreePort();
		const name = 'locked-down';
		await engine.podman(
			...['run', '--detach', '--name', name, '--network=host', ...LOCKED_DOWN],
			...['--env', `GATEWAY_PORT=${port}`, image],
		);
		const health = () => engine.podman('exec', name, 'node', '/app/deploy/image/health.ts');
		await until({ what: 'the gateway in the container', seconds: 60 }, health);

		expect(await health()).toBe('{"status":"ready"}');
		expect(await engine.podman('exec', name, 'id', '-u')).toBe('1000');
		expect(await engine.podman('exec', name, 'messaging-gateway', 'keys', 'list')).toContain('key_');

		await engine.podman('stop', '--time', '30', name);
		expect(await engine.podman('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
	});

	it('passes arguments to messaging-gateway', async () => {
		const output = await engine.podman('run', '--rm', '--network=none', ...LOCKED_DOWN, image, '--help');

		expect(output).toMatch(/^ +backup +write all data to one file/mu);
	});

	it('says what it is made of', async () => {
		const labels = await engine.podman('inspect', '--format', '{{json .Config.Labels}}', image);
		const sbom = JSON.parse(await runOnce('cat', '/app/gateway/dist/sbom.cdx.json')) as {
			bomFormat: string;
			components: { name: string }[];
		};

		expect(JSON.parse(labels)).toMatchObject({ 'org.opencontainers.image.licenses': 'MIT' });
		expect(sbom.bomFormat).toBe('CycloneDX');
		expect(sbom.components.map(({ name }) => name)).toContain('fastify');
	});

	it('adds less than 100 MB to the image of Node.js, and nothing optional', async () => {
		const size = async (name: string): Promise<number> =>
			Number(await engine.podman('image', 'inspect', '--format', '{{.Size}}', name));

		expect((await size(image)) - (await size(NODE_IMAGE))).toBeLessThan(100 * MEGABYTE);
		const packages = (
			await runOnce('ls', '/app/node_modules', '/app/node_modules/@opentelemetry').catch(() =>
				runOnce('ls', '/app/node_modules'),
			)
		).split('\n');
		expect(packages).toContain('fastify');
		expect(packages).not.toContain('baileys');
	});

	it(
		'has a variant with what linking by QR code needs',
		async () => {
			image = await buildGatewayImage(engine, 'messaging-gateway:whatsapp', '--target', 'whatsapp');

			const program = "import('baileys').then(({ makeWASocket }) => console.log(typeof makeWASocket))";
			expect(await runOnce('node', '--input-type=module', '--eval', program)).toBe('function');
		},
		10 * 60_000,
	);
});
