import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

const KUBERNETES = path.join(import.meta.dirname, '../../kubernetes');

/** The parts of a container that the tests compare. */
export interface Container {
	command?: string[];
	env: { name: string; value?: string }[];
	ports: { name: string; containerPort: number }[];
	volumeMounts: { name: string; mountPath: string }[];
	securityContext: object;
	[probe: string]: unknown;
}

export interface PodSpec {
	containers: Container[];
	volumes: { name: string; secret?: { secretName: string } }[];
	[field: string]: unknown;
}

/** An object of Kubernetes with the parts that the tests compare. */
export interface Manifest {
	apiVersion: string;
	kind: string;
	metadata: { name: string };
	spec: {
		template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
		selector?: Record<string, unknown>;
		ports?: { name: string; port: number; targetPort: string }[];
		volumeClaimTemplates?: { metadata: { name: string } }[];
		dnsNames?: string[];
		[field: string]: unknown;
	};
}

export interface Kustomization {
	namespace: string;
	resources: string[];
	configMapGenerator: { name: string; literals: string[] }[];
}

/** The folders that people apply. */
export const VARIANTS = ['sqlite', 'postgres'] as const;
export type Variant = (typeof VARIANTS)[number];

export function folderOf(variant: Variant): string {
	return path.join(KUBERNETES, variant);
}

/** Returns the objects in the YAML of one file. */
export function parseManifests(text: string): Manifest[] {
	return parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
		if (document.errors[0] !== undefined) throw document.errors[0];
		return document.toJS() as Manifest;
	});
}

/** Returns the kustomization of a folder, and the objects in all its other files. */
export async function readManifests(
	variant: Variant,
): Promise<{ kustomization: Kustomization; files: string[]; objects: Manifest[] }> {
	const folder = folderOf(variant);
	const files = (await readdir(folder)).filter((name) => name !== 'kustomization.yaml').sort();
	const [kustomization] = parseManifests(await readFile(path.join(folder, 'kustomization.yaml'), 'utf8'));
	const objects: Manifest[] = [];
	for (const file of files) objects.push(...parseManifests(await readFile(path.join(folder, file), 'utf8')));
	return { kustomization: kustomization as unknown as Kustomization, files, objects };
}
