import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import { getPath, getArray, getString } from '../graph/json.ts';
import { templateDefinitionOf, type TemplateDefinition } from './template-definition.ts';

/** Milliseconds Meta's list of templates is believed. */
const KEPT = 300_000;
/** And how long at least, whatever is looked for: what is not there is not asked for again at once. */
const KEPT_AT_LEAST = 2000;
const PAGE = 200;
/** Pages of one list; Meta allows a business 6,000 templates. */
const PAGES = 40;

/** The templates of one business, as Meta lists them. */
export interface Templates {
	/** All of them, as of now. */
	all(): Promise<readonly TemplateDefinition[]>;
	/** One that is approved, if there is one, from what is known already. Throws template_not_found. */
	find(name: string, language: string): Promise<TemplateDefinition>;
}

/** `ask` asks Meta for a page of the list. */
export function createTemplates(
	clock: Clock,
	ask: (query: Readonly<Record<string, string>>) => Promise<unknown>,
): Templates {
	let known: { list: Promise<readonly TemplateDefinition[]>; at: number } | null = null;

	/** The list, at most `age` milliseconds old. Who asks at the same time shares an answer. */
	function listWithin(age: number): Promise<readonly TemplateDefinition[]> {
		if (known !== null && clock.now() - known.at <= age) return known.list;
		const asked = { list: load(), at: clock.now() };
		known = asked;
		asked.list.catch(() => {
			if (known === asked) known = null;
		});
		return asked.list;
	}

	async function load(): Promise<readonly TemplateDefinition[]> {
		const list: TemplateDefinition[] = [];
		let after: string | null = null;
		for (let page = 0; page < PAGES; page += 1) {
			const answer: unknown = await ask({
				fields: 'name,language,status,category,parameter_format,components',
				limit: String(PAGE),
				...(after === null ? {} : { after }),
			});
			list.push(...getArray(answer, 'data').map(templateDefinitionOf));
			after = getString(answer, 'paging', 'cursors', 'after');
			if (after === null || getPath(answer, 'paging', 'next') === undefined) break;
		}
		return list;
	}

	return {
		all: () => listWithin(KEPT_AT_LEAST),
		async find(name, language) {
			const found = bestOf(await listWithin(KEPT), name, language);
			if (found?.status === 'approved') return found;
			// It may have been approved a moment ago.
			const now = bestOf(await listWithin(KEPT_AT_LEAST), name, language);
			if (now !== null) return now;
			throw new GatewayError(
				'template_not_found',
				`There is no template "${name}" in ${language} at Meta. List yours with GET /v1/templates.`,
			);
		},
	};
}

/** Meta knows many languages without a country: `de` is the German of everywhere, `de_DE` included. */
function bestOf(
	list: readonly TemplateDefinition[],
	name: string,
	language: string,
): TemplateDefinition | null {
	const named = list.filter((one) => one.name === name);
	const inLanguage = (code: string) => named.find((one) => one.language === code);
	return inLanguage(language) ?? inLanguage(language.split('_')[0] ?? '') ?? null;
}
