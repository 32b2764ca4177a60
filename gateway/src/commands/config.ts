import { checkConfig } from '../config/check.ts';
import { settingGroups } from '../config/setting-groups.ts';
import type { Environment } from '../config/setting.ts';
import { UsageError } from './usage-error.ts';

/**
 * `config check|list`: checks the environment without starting anything, or lists all settings. Returns the exit code:
 * 1 where something is wrong.
 */
export function runConfigCommand(args: readonly string[], environment: Environment): number {
	const [action, ...rest] = args;
	if (rest.length > 0 || (action !== 'check' && action !== 'list')) {
		throw new UsageError('Say what to do with the configuration: check or list.');
	}
	if (action === 'list') {
		process.stdout.write(listSettings());
		return 0;
	}
	const { lines, problems } = checkConfig(environment);
	const set = lines.length === 0 ? 'No variable is set: every setting has its default.' : lines.join('\n');
	process.stdout.write(`${set}\n`);
	for (const problem of problems) process.stderr.write(`${problem}\n`);
	if (problems.length === 0) process.stdout.write('The configuration is valid.\n');
	return problems.length === 0 ? 0 : 1;
}

function listSettings(): string {
	const groups = settingGroups().map(({ title, settings }) => {
		const entries = settings.map(
			({ variable, defaultText, text }) =>
				`  ${variable} (default: ${plain(defaultText)})\n      ${plain(text)}`,
		);
		return `${title}\n${entries.join('\n')}\n`;
	});
	return groups.join('\n');
}

/** Markdown as plain text. */
function plain(markdown: string): string {
	return markdown
		.replace(/ \(\[more\]\([^)]*\)\)/g, '')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replaceAll('`', '');
}
