import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DOCUMENT_FILES } from '../../document/document.ts';
import { isRecord } from '../../document/schema.ts';
import type { Report } from '../../report/report.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const REDOCLY = path.join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
const RULES = path.join(import.meta.dirname, '../../redocly.yaml');

/** Lints the documents with Redocly. Every error and every warning is a failure. */
export async function checkDocumentLint(report: Report): Promise<void> {
	for (const file of DOCUMENT_FILES) await checkFile(file, report);
}

async function checkFile(file: string, report: Report): Promise<void> {
	const args = [REDOCLY, 'lint', file, '--format=json', `--config=${RULES}`];
	const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
	const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	let errors = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
	await once(child, 'close');
	const problems = problemsIn(output);
	if (problems === null)
		report.fail('lint of the document', 'the linter did not run', `${output}\n${errors}`);
	else if (problems.length === 0) report.check('lint of the document', 'no problem', true);
	else for (const problem of problems) report.fail('lint of the document', problem);
}

function problemsIn(output: string): string[] | null {
	let parsed: unknown;
	try {
		parsed = JSON.parse(output.slice(output.indexOf('{')));
	} catch {
		return null;
	}
	const problems = isRecord(parsed) ? parsed.problems : undefined;
	if (!Array.isArray(problems)) return null;
	return problems.map((problem: unknown) => {
		const { severity, ruleId, message, location } = isRecord(problem) ? problem : {};
		const pointer: unknown = Array.isArray(location) && isRecord(location[0]) ? location[0].pointer : '';
		return `${String(severity)} ${String(ruleId)}: ${String(message)} at ${String(pointer)}`;
	});
}
