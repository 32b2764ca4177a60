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

/** Lines of each list. */
const SHOWN = 25;

/**
 * Where the processor's time went in the gateways that wrote profiles into a folder: by package and by function,
 * each one's own time; then by the gateway's functions with what they call before they first wait.
 */
export async function profileSummary(folder: string): Promise<string> {
	const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
	const summaries: string[] = [];
	for (const file of files) {
		const text = await readFile(path.join(folder, file), 'utf8');
		summaries.push(summaryOf(JSON.parse(text) as CpuProfile));
	}
	return summaries.join('\n');
}

function summaryOf({ nodes, samples, timeDeltas }: CpuProfile): string {
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
		add(own, contactName(node), time);
		add(packages, packageOf(node.callFrame.url), time);
		for (const name of gatewayFunctionsAbove(node, parents)) add(inclusive, name, time);
	}
	const list = (times: Map<string, number>): string[] =>
		[...times]
			.sort((a, b) => b[1] - a[1])
			.slice(0, SHOWN)
			.map(([name, time]) => `${((time / busy) * 100).toFixed(1).padStart(6)} %  ${name}`);
	return [
		`${(busy / 1e6).toFixed(1)} s of processor time, by package:`,
		...list(packages),
		'by function, own time:',
		...list(own),
		"by the gateway's functions, with what they call:",
		...list(inclusive),
	].join('\n');
}

function add(times: Map<string, number>, name: string, time: number): void {
	times.set(name, (times.get(name) ?? 0) + time);
}

/** The functions of the gateway on the stack, each once. */
function gatewayFunctionsAbove(node: ProfileNode, parents: ReadonlyMap<number, ProfileNode>): Set<string> {
	const names = new Set<string>();
	for (let at: ProfileNode | undefined = node; at !== undefined; at = parents.get(at.id)) {
		if (at.callFrame.url.includes('/gateway/dist/')) names.add(contactName(at));
	}
	return names;
}

function contactName({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
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
