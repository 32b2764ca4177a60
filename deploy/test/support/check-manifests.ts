import path from 'node:path';
import { Certificate, Issuer } from '@kubernetes-models/cert-manager/cert-manager.io/v1';
import { BackendTLSPolicy, HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import ts from 'typescript';
import type { Manifest } from './manifests.ts';

const CERT_MANAGER = '@kubernetes-models/cert-manager/cert-manager.io/v1';
const GATEWAY_API = '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';

/** The classes with the schemas of Kubernetes, cert-manager and the Gateway API, and the modules of their types. */
const MODELS = {
	Deployment: [Deployment, 'kubernetes-models/apps/v1'],
	StatefulSet: [StatefulSet, 'kubernetes-models/apps/v1'],
	Service: [Service, 'kubernetes-models/v1'],
	Ingress: [Ingress, 'kubernetes-models/networking.k8s.io/v1'],
	PodDisruptionBudget: [PodDisruptionBudget, 'kubernetes-models/policy/v1'],
	Certificate: [Certificate, CERT_MANAGER],
	Issuer: [Issuer, CERT_MANAGER],
	HTTPRoute: [HTTPRoute, GATEWAY_API],
	BackendTLSPolicy: [BackendTLSPolicy, GATEWAY_API],
} as const;

function modelOf({ apiVersion, kind }: Manifest) {
	const [Model, module] = MODELS[kind as keyof typeof MODELS];
	if (Model.apiVersion !== apiVersion) throw new Error(`${kind} is not of ${apiVersion}.`);
	return { Model: Model as new (data: object) => { validate(): void }, module };
}

/** Validates an object against its schema: types, required fields, formats and allowed values. Throws. */
export function validate(manifest: Manifest): void {
	const { Model } = modelOf(manifest);
	new Model(manifest).validate();
}

/**
 * Returns the fields of objects that their schemas do not have, as TypeScript finds them: Kubernetes ignores or refuses
 * a misspelt field, whereas the schemas allow it.
 */
export function unknownFields(manifests: readonly Manifest[]): string[] {
	const lines = manifests.map((manifest) => {
		const type = `import('${modelOf(manifest).module}').I${manifest.kind}`;
		return `export const _${manifests.indexOf(manifest)}: ${type} = ${JSON.stringify(manifest)};`;
	});
	// In this folder, from which the modules are found.
	const file = path.join(import.meta.dirname, 'manifests-of-this-run.ts');
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		skipLibCheck: true,
		types: [],
		target: ts.ScriptTarget.ES2023,
		module: ts.ModuleKind.NodeNext,
		moduleResolution: ts.ModuleResolutionKind.NodeNext,
	};
	const host = ts.createCompilerHost(options);
	const fileExists = host.fileExists.bind(host);
	const getSourceFile = host.getSourceFile.bind(host);
	host.fileExists = (name) => name === file || fileExists(name);
	host.getSourceFile = (name, ...rest) =>
		name === file
			? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2023)
			: getSourceFile(name, ...rest);
	const program = ts.createProgram([file], options, host);
	return ts
		.getPreEmitDiagnostics(program)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
