import type { Template } from '../../api/types.ts';
import { useObjectUrl } from '../compose/object-url.ts';
import { Icon } from '../display/icon.tsx';
import { filledBody, isFileType, type PlaceholderValue } from './template-values.ts';
import './template-preview.css';

interface Properties {
	template: Template;
	values?: ReadonlyMap<number, PlaceholderValue>;
}

const NO_VALUES: ReadonlyMap<number, PlaceholderValue> = new Map();

/** A template as its reader will see it, with the values entered so far. */
export function TemplatePreview({ template, values = NO_VALUES }: Properties) {
	const { placeholders } = template;
	const header = placeholders.findIndex(({ component }) => component === 'header');
	const titles = new Map(
		placeholders.flatMap(({ component, index, title }) =>
			component === 'button' && index !== null && title !== null ? [[index, title] as const] : [],
		),
	);
	return (
		<figure class="template-preview" aria-label="Preview">
			{header !== -1 && <Header template={template} index={header} value={values.get(header)} />}
			<p class="as-written" dir="auto">
				{filledBody(template, values)}
			</p>
			{titles.size > 0 && (
				<ul class="template-buttons" aria-label="Buttons">
					{[...titles].map(([index, title]) => (
						<li key={index} dir="auto">
							{title}
						</li>
					))}
				</ul>
			)}
		</figure>
	);
}

const HEADERS = { image: 'A picture', video: 'A video', document: 'A document' } as const;

interface HeaderProperties {
	template: Template;
	index: number;
	value: PlaceholderValue | undefined;
}

function Header({ template, index, value }: HeaderProperties) {
	const type = template.placeholders[index]?.type ?? 'text';
	const picture = useObjectUrl(type === 'image' ? (value?.file ?? null) : null);
	if (picture !== null) return <img class="template-picture" src={picture} alt="The chosen picture" />;
	const text = isFileType(type) ? (value?.file?.name ?? `${HEADERS[type]} is above the text.`) : value?.text;
	if (text === undefined || text === '') return null;
	return (
		<p class="template-header">
			{isFileType(type) && <Icon name="file" />}
			<bdi>{text}</bdi>
		</p>
	);
}
