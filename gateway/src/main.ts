#!/usr/bin/env node
import { nodeProblem } from './runtime/node-version.ts';

const problem = nodeProblem(process.versions.node);
if (problem === null) {
	const { limitYoungGeneration } = await import('./runtime/memory.ts');
	const { setThreadPoolSize } = await import('./runtime/threads.ts');
	setThreadPoolSize(process.env);
	// Before the modules load, because loading them leaves much garbage.
	limitYoungGeneration();
	await import('./command-line.ts');
} else {
	process.stderr.write(`${problem}\n`);
	process.exitCode = 1;
}
