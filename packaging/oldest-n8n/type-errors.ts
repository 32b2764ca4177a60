import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../manifest.ts';

/** A field of an object that the type does not have: `Object literal may only specify known properties`. */
const UNKNOWN_FIELD = 2353;

/**
 * Checks the types of the nodes and credentials with the n8n-workflow of a folder. Returns the errors, each with its
 * file and line, and the names of fields that this n8n-workflow does not know, which n8n ignores in a description.
 */
export function typeErrors(n8nWorkflow: string): { errors: string[]; ignored: string[] } {
	const configFile = path.join(ROOT, 'tsconfig.json');
	const { config } = ts.readConfigFile(configFile, (file) => ts.sys.readFile(file)) as { config: object };
	const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
	const program = ts.createProgram(fileNames, {
		...options,
		noEmit: true,
		paths: { 'n8n-workflow': [n8nWorkflow] },
	});
	const diagnostics = ts.getPreEmitDiagnostics(program);
	const ignored = diagnostics.filter(({ code }) => code === UNKNOWN_FIELD).map(fieldOf);
	const errors = diagnostics.filter(({ code }) => code !== UNKNOWN_FIELD).map(format);
	return { errors, ignored: [...new Set(ignored)] };
}

function fieldOf({ messageText }: ts.Diagnostic): string {
	return /'(\w+)'/.exec(ts.flattenDiagnosticMessageText(messageText, ' '))?.[1] ?? '';
}

function format({ file, start, messageText }: ts.Diagnostic): string {
	const text = ts.flattenDiagnosticMessageText(messageText, ' ');
	if (!file) return text;
	const { line } = file.getLineAndCharacterOfPosition(start ?? 0);
	return `${path.relative(ROOT, file.fileName)}:${line + 1} ${text}`;
}
