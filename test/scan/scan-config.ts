import { config as lintConfig } from '@n8n/node-cli/eslint';
import type { Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const COMMUNITY = '@n8n/community-nodes';
const NODES_BASE = 'n8n-nodes-base';

/**
 * Returns the rules of n8n's scan of community packages. `@n8n/scan-community-package` itself scans only published
 * packages. It has the rules of node-cli's lint, applies them to compiled code too, and leaves out rules that are not
 * n8n's.
 */
export function scanConfig(): Linter.Config[] {
	const parser = tseslint.parser as Linter.Parser;
	return [
		{ plugins: pluginsOf(COMMUNITY), rules: rulesOf(COMMUNITY, 'package.json') },
		{ rules: { 'no-console': 'error' } },
		{ plugins: pluginsOf(NODES_BASE) },
		{ files: ['package.json'], rules: rulesOf(NODES_BASE, 'package.json') },
		{ files: ['**/credentials/**/*.ts'], rules: rulesOf(NODES_BASE, './credentials/**/*.ts') },
		{ files: ['**/nodes/**/*.ts'], rules: rulesOf(NODES_BASE, './nodes/**/*.ts') },
		{ files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
	];
}

function pluginsOf(name: string): NonNullable<Linter.Config['plugins']> {
	const plugin = entries().find(({ plugins }) => plugins?.[name] !== undefined)?.plugins?.[name];
	if (plugin === undefined) throw new Error(`node-cli lints without the plugin ${name}.`);
	return { [name]: plugin };
}

/** Returns the rules of a plugin that node-cli sets for these files. */
function rulesOf(plugin: string, files: string): Linter.RulesRecord {
	const rules = entries()
		.filter((entry) => entry.files?.includes(files))
		.flatMap((entry) => Object.entries(entry.rules ?? {}))
		.filter(([name]) => name.startsWith(`${plugin}/`));
	if (rules.length === 0) throw new Error(`node-cli has no rules of ${plugin} for ${files}.`);
	return Object.fromEntries(rules) as Linter.RulesRecord;
}

function entries(): Linter.Config[] {
	return lintConfig as Linter.Config[];
}
