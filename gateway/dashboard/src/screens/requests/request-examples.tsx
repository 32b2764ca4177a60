import { useState } from 'preact/hooks';
import { GATEWAY_URL, gatewayUrl } from '../../api/gateway-url.ts';
import { request } from '../../api/request.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import type { ApiDocument } from '../../requests/document.ts';
import { exampleRequest } from '../../requests/example-request.ts';
import type { KnownIds } from '../../requests/example-value.ts';
import { knownIds } from '../../requests/known-ids.ts';
import { isForPeople, operationsOf, type FoundOperation } from '../../requests/operations-of.ts';
import { LANGUAGES, snippet, type Language } from '../../requests/snippets.ts';
import type { PageLocation } from '../../routing/location.ts';

const NAMES: Record<Language, string> = {
	curl: 'cURL',
	javascript: 'JavaScript',
	python: 'Python',
	n8n: 'n8n',
};
const HINTS: Record<Language, string> = {
	curl: 'Put an API key into the variable API_KEY first.',
	javascript: 'For Node.js 22.3 or later, with an API key in the environment variable API_KEY.',
	python: 'For Python 3.6 or later, with an API key in the environment variable API_KEY.',
	n8n: 'Copy it and paste it into a workflow: an HTTP Request node with the credential of the Messaging Gateway nodes, which you choose in it. For sending, waiting and most other operations the Messaging Gateway node has forms.',
};

interface ScreenProperties {
	place: PageLocation;
	/** The ids in the path of the place. */
	parameters?: Readonly<Record<string, string>>;
}

/** The API requests of a screen, to copy in the language of the reader. */
export function RequestExamples({ place: { path, query }, parameters = {} }: ScreenProperties) {
	const document = useLoad('openapi.json', (signal) =>
		request<ApiDocument>('GET', '/openapi.json', { signal }),
	);
	const ids = useLoad(`ids ${path}?${query}`, (signal) =>
		knownIds(parameters, Object.fromEntries(query), signal),
	);
	return (
		<LoadedView of={document}>
			{(loaded) => (
				<LoadedView of={ids}>
					{(known) => (
						<Examples
							document={loaded}
							operations={operationsOf(loaded, path, known)}
							ids={known}
							about={
								isForPeople(path) ? 'This screen is for people; these are all operations for programs. ' : ''
							}
						/>
					)}
				</LoadedView>
			)}
		</LoadedView>
	);
}

interface Properties {
	document: ApiDocument;
	operations: readonly FoundOperation[];
	ids: KnownIds;
	about: string;
}

function Examples({ document, operations, ids, about }: Properties) {
	const [chosen, setChosen] = useState('');
	const [language, setLanguage] = useState<Language>('curl');
	const shown = operations.find(({ operation }) => operation.operationId === chosen) ?? operations.at(0);
	if (shown === undefined) return <p>There is none for this screen.</p>;
	const example = exampleRequest(document, shown, { gateway: GATEWAY_URL, ids });
	return (
		<div class="stack">
			<Toolbar>
				<div class="grow">
					<SelectField
						label="Operation"
						value={shown.operation.operationId}
						onChange={setChosen}
						options={operations.map(({ operation: { operationId, summary } }) => [operationId, summary])}
					/>
				</div>
				<SelectField
					label="Language"
					value={language}
					onChange={setLanguage}
					options={LANGUAGES.map((one) => [one, NAMES[one]] as const)}
				/>
			</Toolbar>
			<CodeBlock text={snippet(language, example)} label={`${NAMES[language]} request`} />
			<p class="soft">
				{about}
				{HINTS[language]} All fields, errors and the scope that the key needs:{' '}
				<a href={referenceOf(shown)} target="_blank" rel="noreferrer">
					this operation in the reference
				</a>
				.
			</p>
		</div>
	);
}

/** The address of an operation in the reference. */
function referenceOf({ operation: { tags = [], operationId } }: FoundOperation): string {
	return gatewayUrl(`/docs#/${encodeURIComponent(tags[0] ?? 'default')}/${operationId}`);
}
