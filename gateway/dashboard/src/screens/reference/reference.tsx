import { GATEWAY_URL, gatewayUrl } from '../../api/gateway-url.ts';
import { isOwner } from '../../api/session.ts';
import { useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { loadOperations, type Operation } from './operations.ts';
import { OperationView } from './operation-view.tsx';
import './reference.css';

/** Every operation of the API, from the OpenAPI document of the gateway. */
export default function Reference() {
	const operations = useLoad('openapi', loadOperations);
	const [search, setSearch] = useState('');
	return (
		<>
			<PageHeader
				title="API reference"
				about="All this page does, a program can do too. The API speaks JSON over HTTPS."
			>
				<a class="button" href={gatewayUrl('/docs')}>
					Open it in full
				</a>
				<a class="button" href={gatewayUrl('/openapi.json')} download>
					OpenAPI document
				</a>
			</PageHeader>
			<div class="stack">
				<Panel title="To begin with">
					<DescriptionList>
						<Description name="Address">
							<code>{GATEWAY_URL}</code>
							<CopyButton text={GATEWAY_URL} what="the address" />
						</Description>
						<Description name="Header of each request">
							<code>Authorization: Bearer &lt;API key&gt;</code>
							{isOwner() && (
								<>
									{' '}
									– <a href="#/keys">make a key</a>
								</>
							)}
						</Description>
					</DescriptionList>
				</Panel>
				<SearchField label="Search the operations" value={search} onChange={setSearch} />
				<LoadedView of={operations}>{(all) => <Groups operations={fitting(all, search)} />}</LoadedView>
			</div>
		</>
	);
}

function Groups({ operations }: { operations: readonly Operation[] }) {
	const tags = [...new Set(operations.map(({ tag }) => tag))];
	if (tags.length === 0) return <p class="soft">No operation fits.</p>;
	return (
		<>
			{tags.map((tag) => (
				<Panel key={tag} title={tag}>
					<ul class="operations">
						{operations
							.filter((operation) => operation.tag === tag)
							.map((operation) => (
								<li key={`${operation.method} ${operation.path}`}>
									<OperationView operation={operation} />
								</li>
							))}
					</ul>
				</Panel>
			))}
		</>
	);
}

function fitting(operations: readonly Operation[], search: string): readonly Operation[] {
	const words = search.toLowerCase().split(/\s+/);
	return operations.filter(({ method, path, summary, tag }) => {
		const text = `${method} ${path} ${summary} ${tag}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
}
