import { readFile } from 'node:fs/promises';
import { ImportError } from './import-error.ts';

/** Returns the JSON documents of files. Throws ImportError with a sentence that names the file. */
export async function readDocuments(files: readonly string[]): Promise<unknown[]> {
	return Promise.all(files.map(readDocument));
}

async function readDocument(file: string): Promise<unknown> {
	const text = await readFile(file, 'utf8').catch((error: unknown) => {
		const code = error instanceof Error && 'code' in error ? error.code : null;
		const why = code === 'ENOENT' ? 'does not exist' : 'cannot be read';
		throw new ImportError(`The file ${file} ${why}. Save the answer of the other gateway in it first.`);
	});
	const content = parseJson(text, file);
	const error = errorIn(content);
	if (error !== null) {
		throw new ImportError(
			`The file ${file} has an error of the other gateway instead of its data (${error}). Check its address and API key, and save the answer again.`,
		);
	}
	return content;
}

function parseJson(text: string, file: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		const what = /^\s*</.test(text) ? 'a page, not JSON' : 'no JSON';
		throw new ImportError(
			`The file ${file} has ${what}. Save the answer of the other gateway unchanged; curl -f fails where it answers with an error.`,
		);
	}
}

/** Both gateways answer errors with `statusCode` or `status`, and `error` or `message`. */
function errorIn(content: unknown): string | null {
	if (typeof content !== 'object' || content === null || Array.isArray(content)) return null;
	const { status, statusCode, error, message } = content as Record<string, unknown>;
	const code = typeof statusCode === 'number' ? statusCode : status;
	if (typeof code !== 'number') return null;
	const reason = typeof error === 'string' ? error : message;
	return typeof reason === 'string' ? `${code} ${reason}` : String(code);
}
