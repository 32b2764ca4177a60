import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

interface ProfileNode {
	id: number;
	callFrame: { functionName: string; url: string; lineNumber: number };
	children?: number[];
}

interface CpuProfile {
	nodes: ProfileNode[];
	samples: number[];
	timeDeltas: number[];
}

/** Maximum lines of each list. */
const MAX_LINES = 25;

/**
 * Summarises the CPU profiles in a folder: self time by package and by function, then total time by function of the
 * gateway, which includes its synchronous callees.
 */
export async function profileSummary(folder: string): Promise<string> {
	const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
	const summaries: string[] = [];
	for (const file of files) {
		const text = await readFile(path.join(folder, file), 'utf8');
		summaries.push(summarize(JSON.parse(text) as CpuProfile));
	}
	return summaries.join('\n');
}

function summarize({ nodes, samples, timeDeltas }: CpuProfile): string {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const parents = new Map(
		nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)),
	);
	const own = new Map<string, number>();
	const packages = new Map<string, number>();
	const inclusive = new Map<string, number>();
	let busy = 0;
	for (const [index, id] of samples.entries()) {
		const node = byId.get(id);
		const time = timeDeltas[index] ?? 0;
		if (node === undefined || node.callFrame.functionName === '(idle)') continue;
		busy += time;
		add(own, functionLabel(node), time);
		add(packages, packageOf(node.callFrame.url), time);
		for (const name of gatewayFunctionsOnStack(node, parents)) add(inclusive, name, time);
	}
	const list = (times: Map<string, number>): string[] =>
		[...times]
			.sort((a, b) => b[1] - a[1])
			.slice(0, MAX_LINES)
			.map(([name, time]) => `${((time / busy) * 100).toFixed(1).padStart(6)} %  ${name}`);
	return [
		`${(busy / 1e6).toFixed(1)} s of processor time. Self time by package:`,
		...list(packages),
		'Self time by function:',
		...list(own),
		'Total time by function of the gateway:',
		...list(inclusive),
	].join('\n');
}

function add(times: Map<string, number>, name: string, time: number): void {
	times.set(name, (times.get(name) ?? 0) + time);
}

/** Returns the functions of the gateway on the stack of a node, each once. */
function gatewayFunctionsOnStack(node: ProfileNode, parents: ReadonlyMap<number, ProfileNode>): Set<string> {
	const names = new Set<string>();
	for (let at: ProfileNode | undefined = node; at !== undefined; at = parents.get(at.id)) {
		if (at.callFrame.url.includes('/gateway/dist/')) names.add(functionLabel(at));
	}
	return names;
}

function functionLabel({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
	const name = functionName === '' ? '(anonymous)' : functionName;
	const file = url.replace(/^file:\/\/.*\/(node_modules|gateway\/dist)\//, '$1/');
	return url === '' ? name : `${name}  ${file}:${lineNumber + 1}`;
}

function packageOf(url: string): string {
	if (url === '') return 'V8 and native (garbage collection, system calls)';
	if (url.startsWith('node:')) return `node (${url.split('/')[0] ?? ''})`;
	const module = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
	return module ?? `gateway/${/\/gateway\/dist\/gateway\/src\/([^/]+)/.exec(url)?.[1] ?? url}`;
}
