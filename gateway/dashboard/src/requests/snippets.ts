import type { ApiRequest } from './api-request.ts';
import { toCurl } from './languages/curl.ts';
import { toJavaScript } from './languages/javascript.ts';
import { toN8n } from './languages/n8n.ts';
import { toPython } from './languages/python.ts';

export const LANGUAGES = ['curl', 'javascript', 'python', 'n8n'] as const;
export type Language = (typeof LANGUAGES)[number];

const WRITERS: Readonly<Record<Language, (request: ApiRequest) => string>> = {
	curl: toCurl,
	javascript: toJavaScript,
	python: toPython,
	n8n: toN8n,
};

/**
 * Writes a request in a language. The API key is never part of it: it is read from the environment variable API_KEY,
 * and in n8n from a credential.
 */
export function snippet(language: Language, request: ApiRequest): string {
	return WRITERS[language](request);
}
