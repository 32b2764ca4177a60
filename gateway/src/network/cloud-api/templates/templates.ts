import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import { getPath, getArray, getString } from '../graph/json.ts';
import { toTemplateDefinition, type TemplateDefinition } from './template-definition.ts';

/** Milliseconds for which an approved template may come from the cached list. */
const CACHE_TIME = 300_000;
/** Milliseconds for which the list is not fetched again, even if it does not contain the template. */
const MIN_CACHE_TIME = 2000;
const PAGE_SIZE = 200;
/** The maximum number of pages: Meta allows a business 6,000 templates. */
const MAX_PAGES = 40;

/** The templates of one business at Meta. */
export interface Templates {
	/** Returns the current list. */
	list(): Promise<readonly TemplateDefinition[]>;
	/** Finds a template. Refreshes the cached list if it contains no approved one. Throws template_not_found. */
	find(name: string, language: string): Promise<TemplateDefinition>;
}

/** `fetchPage` requests a page of the list from Meta. */
export function createTemplates(
	clock: Clock,
	fetchPage: (query: Readonly<Record<string, string>>) => Promise<unknown>,
): Templates {
	let cached: { list: Promise<readonly TemplateDefinition[]>; at: number } | null = null;

	/** Returns a list that is at most `maxAge` milliseconds old. Concurrent calls share one request. */
	function listWithMaxAge(maxAge: number): Promise<readonly TemplateDefinition[]> {
		if (cached !== null && clock.now() - cached.at <= maxAge) return cached.list;
		const fetched = { list: fetchList(), at: clock.now() };
		cached = fetched;
		fetched.list.catch(() => {
			if (cached === fetched) cached = null;
		});
		return fetched.list;
	}

	async function fetchList(): Promise<readonly TemplateDefinition[]> {
		const list: TemplateDefinition[] = [];
		let after: string | null = null;
		for (let page = 0; page < MAX_PAGES; page += 1) {
			const response: unknown = await fetchPage({
				fields: 'name,language,status,category,parameter_format,components',
				limit: String(PAGE_SIZE),
				...(after === null ? {} : { after }),
			});
			list.push(...getArray(response, 'data').map(toTemplateDefinition));
			after = getString(response, 'paging', 'cursors', 'after');
			if (after === null || getPath(response, 'paging', 'next') === undefined) break;
		}
		return list;
	}

	return {
		list: () => listWithMaxAge(MIN_CACHE_TIME),
		async find(name, language) {
			const template = bestMatch(await listWithMaxAge(CACHE_TIME), name, language);
			if (template?.status === 'approved') return template;
			// It may have been created or approved since the list was fetched.
			const refreshed = bestMatch(await listWithMaxAge(MIN_CACHE_TIME), name, language);
			if (refreshed !== null) return refreshed;
			throw new GatewayError(
				'template_not_found',
				`There is no template "${name}" in ${language} at Meta. List yours with GET /v1/templates.`,
			);
		},
	};
}

/** Falls back to the language without a country, because Meta has many languages only so: `de` includes `de_DE`. */
function bestMatch(
	list: readonly TemplateDefinition[],
	name: string,
	language: string,
): TemplateDefinition | null {
	const candidates = list.filter((template) => template.name === name);
	const inLanguage = (code: string) => candidates.find((template) => template.language === code);
	return inLanguage(language) ?? inLanguage(language.split('_')[0] ?? '') ?? null;
}
