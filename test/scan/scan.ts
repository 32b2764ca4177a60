// Applies the rules of n8n's scan of community packages: `node test/scan/scan.ts <folder> <pattern>...` prints the number
// of files and the findings as JSON. Ignores comments that disable rules, as n8n's scan does.
import { globSync } from 'node:fs';
import { ESLint } from 'eslint';
import { scanConfig } from './scan-config.ts';

const [folder = '.', ...patterns] = process.argv.slice(2);

const eslint = new ESLint({
	cwd: folder,
	allowInlineConfig: false,
	overrideConfigFile: true,
	overrideConfig: scanConfig(),
});
const files = globSync(patterns, { cwd: folder, exclude: ['node_modules'] });
const results = await eslint.lintFiles(files);
const findings = results.flatMap(({ filePath, messages }) =>
	messages.map(({ ruleId, line, message }) => `${filePath}:${line} ${ruleId ?? 'unreadable'} ${message}`),
);
process.stdout.write(JSON.stringify({ files: results.length, findings }));
