#!/usr/bin/env node
import { nodeProblem } from './runtime/node-version.ts';

const problem = nodeProblem(process.versions.node);
if (problem === null) {
	const { setThreadPoolSize } = await import('./runtime/threads.ts');
	setThreadPoolSize(process.env);
	const [command = 'serve'] = process.argv.slice(2);
	if (command === 'serve') {
		const { limitYoungGeneration } = await import('./runtime/memory.ts');
		const { pauseOptimizingCompilers } = await import('./runtime/optimizing-compilers.ts');
		// Before the modules load, because loading them runs much code once and leaves much garbage.
		limitYoungGeneration();
		pauseOptimizingCompilers();
	}
	await import('./commands/command-line.ts');
} else {
	process.stderr.write(`${problem}\n`);
	process.exitCode = 1;
}
