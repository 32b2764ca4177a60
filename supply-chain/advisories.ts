import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { advisoriesIn, judge, type Acceptance, type Advisory, type AuditReport } from './judge-advisories.ts';
import { lockedPackages, readJson } from './lock-file.ts';
import { productionPackages } from './production.ts';

/** The response of `npm audit --json`: a report, or the reason why there is none. */
type Audit = AuditReport | { message: string; statusCode?: number };

const ACCEPTED = 'accepted-advisories.json';

/** Asks the registry for the advisories of all packages in the lock file; nothing is installed. */
function audit(): Audit {
	const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=1', '--fetch-timeout=60000'];
	const { stdout, error } = spawnSync('npm', args, {
		cwd: path.join(import.meta.dirname, '..'),
		encoding: 'utf8',
		maxBuffer: 64 * 1024 ** 2,
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: process.platform === 'win32',
	});
	if (error !== undefined) throw error;
	return stdout.trim() === '' ? { message: 'npm audit printed nothing.' } : (JSON.parse(stdout) as Audit);
}

/** Prints the advisories and returns the exit code: 1 where one needs an action. */
function check(isRequired: boolean): number {
	const report = audit();
	if (!('vulnerabilities' in report)) return withoutReport(report, isRequired);
	const folders = new Set(productionPackages(lockedPackages('.')).keys());
	const acceptances = readJson('supply-chain', ACCEPTED) as Acceptance[];
	const today = new Date().toISOString().slice(0, 10);
	const { failing, accepted, others, unused } = judge(advisoriesIn(report, folders), acceptances, today);
	print('Accepted for now', accepted);
	print('Mild, or of packages that only build and test', others);
	for (const { id, package: name } of unused) {
		say(`supply-chain/${ACCEPTED} accepts ${id} of ${name}, which affects nothing here; remove it.`);
	}
	print('To deal with', failing);
	if (failing.length === 0) {
		say(`No advisory affects the ${folders.size} packages that run in production.`);
		return 0;
	}
	say(
		`Update these packages, or accept an advisory in supply-chain/${ACCEPTED} with a reason and a last day.`,
	);
	return 1;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** A registry without the endpoint answers with a status of 4xx: mirrors often have packages only. */
function withoutReport(
	{ message, statusCode = 0 }: Exclude<Audit, AuditReport>,
	isRequired: boolean,
): number {
	const isOffered = statusCode < 400 || statusCode >= 500;
	say(isOffered ? 'The registry cannot be asked for advisories.' : 'The registry offers no advisories.');
	say(message.replace(/https?:\/\/\S+/g, '<registry>'));
	return isRequired ? 1 : 0;
}

function print(heading: string, advisories: readonly Advisory[]): void {
	if (advisories.length === 0) return;
	say(`${heading}:`);
	for (const { severity, package: name, id, title } of advisories) {
		say(`  ${severity}  ${name}  ${id}  ${title}`);
	}
}

// `--required`: fails where the registry has no advisories to offer.
process.exitCode = check(process.argv.includes('--required'));
