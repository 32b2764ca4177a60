import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../gateway/test/support/data-folder.ts';
import { freePort } from '../../gateway/test/support/free-port.ts';
import { API_KEY } from '../../gateway/test/support/gateway.ts';
import { until } from '../../gateway/test/support/until.ts';
import { makeCertificate } from './support/certificate.ts';
import { unknownFields, validate } from './support/check-manifests.ts';
import { installed } from './support/installed.ts';
import {
	folderOf,
	parseManifests,
	readManifests,
	VARIANTS,
	type Kustomization,
	type Manifest,
	type PodSpec,
} from './support/manifests.ts';
import { createRequester } from './support/request-from.ts';

const kubectl = installed('kubectl');
const itWithKubectl = kubectl === null ? it.skip : it;
const MAIN = path.join(import.meta.dirname, '../../gateway/src/main.ts');
/** Kinds that the command of a cluster reads, and the server does not have. */
const GENERATED = ['ConfigMap'];
const LABELS = { 'app.kubernetes.io/name': 'messaging-gateway' };

describe.each(VARIANTS)('the manifests in kubernetes/%s', (variant) => {
	let kustomization: Kustomization;
	let files: string[];
	let objects: Manifest[];
	let pod: PodSpec;
	beforeAll(async () => {
		({ kustomization, files, objects } = await readManifests(variant));
		const found = objects.find(({ spec }) => spec.template !== undefined)?.spec.template;
		if (found === undefined) throw new Error('There is no pod.');
		pod = found.spec;
	});
	const of = (kind: string): Manifest[] => objects.filter((object) => object.kind === kind);

	it('fit the schemas of Kubernetes', () => {
		for (const object of objects) validate(object);
		expect(unknownFields(objects)).toEqual([]);
	});

	it('are all in the kustomization', () => {
		expect([...kustomization.resources].sort()).toEqual(files);
	});

	itWithKubectl('are built by kubectl, with the name of the image and of the settings', async () => {
		const { stdout } = await promisify(execFile)(kubectl ?? '', ['kustomize', folderOf(variant)]);
		const built = parseManifests(stdout);
		for (const object of built.filter(({ kind }) => !GENERATED.includes(kind))) validate(object);
		expect(built).toHaveLength(objects.length + 1);
		expect(stdout).toContain('image: ghcr.io/messaging-gateway/messaging-gateway:');
	});

	it('select the pods that they are for', () => {
		for (const { spec } of objects.filter(({ kind }) => kind === 'Service')) {
			expect(spec.selector).toEqual(LABELS);
			const names = pod.containers[0]?.ports.map(({ name }) => name);
			for (const port of spec.ports ?? []) expect(names).toContain(port.targetPort);
		}
		for (const kind of ['StatefulSet', 'Deployment', 'PodDisruptionBudget']) {
			for (const { spec } of of(kind)) expect(spec.selector).toEqual({ matchLabels: LABELS });
		}
	});

	it('mount what they name, and read secrets from files', () => {
		const [container] = pod.containers;
		const claimed = of('StatefulSet').flatMap(({ spec }) => spec.volumeClaimTemplates ?? []);
		const volumes = [...pod.volumes.map(({ name }) => name), ...claimed.map(({ metadata }) => metadata.name)];
		expect(container?.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort());
		const mounts = container?.volumeMounts.map(({ mountPath }) => mountPath) ?? [];
		for (const { name, value = '' } of container?.env ?? []) {
			if (value.startsWith('/')) expect(mounts).toContain(`/${value.split('/')[1] ?? ''}`);
			expect(name).not.toMatch(/(KEY|SECRET|PASSWORD|TOKEN|DATABASE_URL)$(?<!TLS_KEY)/);
		}
		expect(kustomization.configMapGenerator[0]?.literals.join()).not.toMatch(/SECRET|API_KEY|DATABASE_URL/);
	});

	it('run as the restricted profile of Kubernetes wants it, on a root file system that nothing can change', () => {
		expect(pod).toMatchObject({
			automountServiceAccountToken: false,
			enableServiceLinks: false,
			securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
		});
		for (const { securityContext } of pod.containers) {
			expect(securityContext).toEqual({
				allowPrivilegeEscalation: false,
				readOnlyRootFilesystem: true,
				capabilities: { drop: ['ALL'] },
			});
		}
	});

	it('restart a gateway that is not alive, and send requests to one that is ready', () => {
		const [container] = pod.containers;
		for (const [probe, expected] of [
			['startupProbe', '/livez'],
			['livenessProbe', '/livez'],
			['readinessProbe', '/readyz'],
		] as const) {
			expect(container?.[probe]).toMatchObject({
				httpGet: { path: expected, port: container?.ports[0]?.name },
			});
		}
	});
});

describe('the check of the manifests', () => {
	it('finds wrong values, missing fields and misspelt ones', async () => {
		const { objects } = await readManifests('sqlite');
		const service = objects.find(({ kind }) => kind === 'Service');
		if (service === undefined) throw new Error('There is no service.');
		const changed = (spec: object): Manifest => ({ ...service, spec: { ...service.spec, ...spec } });
		expect(() => {
			validate(changed({ ports: [{ port: '80' }] }));
		}).toThrow('port must be integer');
		expect(() => {
			validate(changed({ ports: [{ name: 'http' }] }));
		}).toThrow('must have required property port');
		expect(unknownFields([changed({ sessionAfinity: 'None' })])).toEqual([
			expect.stringContaining('"sessionAfinity"\' does not exist'),
		]);
	});
});

const withOpenssl = installed('openssl') === null ? describe.skip : describe;
withOpenssl('a pod of the deployment', () => {
	it('starts with TLS and knows itself by the name that the other gateways use, which its certificate has', async () => {
		const { kustomization, objects } = await readManifests('postgres');
		const pod = objects.find(({ kind }) => kind === 'Deployment')?.spec.template?.spec;
		const [container] = pod?.containers ?? [];
		const { folder, remove } = await temporaryFolder();
		const bin = path.join(folder, 'bin');
		await mkdir(bin);
		await writeFile(
			path.join(bin, 'messaging-gateway'),
			`#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`,
			{
				mode: 0o755,
			},
		);
		const { certFile, keyFile, cert } = await makeCertificate(folder);
		const port = await freePort();
		const settings = kustomization.configMapGenerator[0]?.literals.map((literal) => {
			const [name = '', ...value] = literal.split('=');
			return [name, value.join('=')] as const;
		});
		const values = (container?.env ?? []).flatMap(({ name, value }) =>
			value === undefined ? [] : [[name, value] as const],
		);
		const child = spawn(container?.command?.[0] ?? '', container?.command?.slice(1) ?? [], {
			env: {
				...Object.fromEntries([...(settings ?? []), ...values]),
				POD_IP: '127.0.0.1',
				POD_NAMESPACE: kustomization.namespace,
				PATH: `${bin}${path.delimiter}/usr/bin:/bin`,
				GATEWAY_PORT: String(port),
				GATEWAY_TLS_CERT: certFile,
				GATEWAY_TLS_KEY: keyFile,
				NODE_EXTRA_CA_CERTS: certFile,
				GATEWAY_DATA_DIR: path.join(folder, 'data'),
				GATEWAY_API_KEY: API_KEY,
				// A database, a bucket and the files of the secret are no part of this test.
				GATEWAY_MEDIA_URL: '',
				...Object.fromEntries(values.filter(([name]) => name.endsWith('_FILE')).map(([name]) => [name, ''])),
			},
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let output = '';
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		await until('the gateway', () => output.includes('Gateway ready at https://gateway.example.com'));

		const send = createRequester(port, cert);
		const statusFor = async (host: string): Promise<number> =>
			(await send('/v1/health', { headers: { host, authorization: `Bearer ${API_KEY}` } })).status;
		const names = objects
			.filter(({ kind }) => kind === 'Certificate')
			.flatMap(({ spec }) => spec.dnsNames ?? []);
		const own = names.map((name) => name.replace('*', '127-0-0-1'));
		expect(own).toHaveLength(3);
		for (const name of own) expect([name, await statusFor(`${name}:8443`)]).toEqual([name, 200]);
		expect(await statusFor('elsewhere.example')).toBe(421);

		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
		await remove();
	});
});
