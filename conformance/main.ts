import { parseArgs } from 'node:util';
import { checkCoverage } from './checks/document/coverage.ts';
import { readDocument } from './document/document.ts';
import { Coverage } from './report/coverage.ts';
import { Report } from './report/report.ts';
import { STAGES, type Run } from './stages.ts';

/** `npm run conformance [-- --seed N --requests N --only stage,stage]`: see README.md. */
const { values } = parseArgs({
	options: {
		seed: { type: 'string' },
		requests: { type: 'string', default: '20000' },
		only: { type: 'string' },
	},
});
const run: Run = {
	document: await readDocument(),
	report: new Report(),
	coverage: new Coverage(),
	seed: Number(values.seed ?? Date.now() % 1_000_000_000),
	requests: Number(values.requests),
};
const chosen = values.only?.split(',') ?? Object.keys(STAGES);
process.stdout.write(`Seed ${run.seed} (repeat with --seed ${run.seed})\n`);

// process.exit runs the exit handlers, which end the gateways.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

for (const [name, stage] of Object.entries(STAGES)) {
	if (!chosen.includes(name)) continue;
	const { passed, failed } = run.report;
	const startedAt = performance.now();
	try {
		await stage(run);
	} catch (error) {
		run.report.fail(`stage ${name}`, 'was aborted', error instanceof Error ? error.stack : String(error));
	}
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	process.stdout.write(
		`${name.padEnd(18)} ${run.report.passed - passed} passed, ${run.report.failed - failed} failed (${seconds} s)\n`,
	);
}

const table = values.only === undefined ? checkCoverage(run.document, run.coverage, run.report) : '';
process.stdout.write(`${run.report.text()}\n\n${table}\n`);
process.stdout.write(
	`${run.coverage.requests} requests, slowest response after ${Math.round(run.coverage.slowest)} ms\n`,
);
process.stdout.write(`${run.report.passed} passed, ${run.report.failed} failed\n`);
process.exit(run.report.failed === 0 ? 0 : 1);
