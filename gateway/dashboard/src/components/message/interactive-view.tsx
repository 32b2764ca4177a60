import { Icon } from '../display/icon.tsx';
import type { InteractiveOption } from './interactive-parts.ts';
import { OutsideLink } from './outside-link.tsx';
import { safeLink } from './safe-link.ts';

interface Properties {
	options: readonly InteractiveOption[];
	/** The label of the button that opens the list; null: the options are buttons. */
	listLabel: string | null;
	/** Taps a button or an entry of a list; absent: the viewer cannot. */
	onChoose?: ((option: InteractiveOption) => void) | undefined;
}

/** The buttons of a message, or the entries of its list. */
export function InteractiveOptions({ options, listLabel, onChoose }: Properties) {
	if (options.length === 0) return null;
	const list = (
		<ul class="interactive-options">
			{options.map((option, index) => (
				<li key={index}>
					{option.section !== null && option.section !== options[index - 1]?.section && (
						<p class="interactive-section" dir="auto">
							{option.section}
						</p>
					)}
					<Option
						option={option}
						onChoose={
							onChoose === undefined || (option.kind !== 'reply' && option.kind !== 'flow')
								? undefined
								: () => {
										onChoose(option);
									}
						}
					/>
				</li>
			))}
		</ul>
	);
	if (listLabel === null) return list;
	return (
		<details class="message-more">
			<summary dir="auto">{listLabel}</summary>
			{list}
		</details>
	);
}

function Option({ option, onChoose }: { option: InteractiveOption; onChoose: (() => void) | undefined }) {
	const { kind, title, description, value } = option;
	const shown = title === '' ? 'Button without a title' : title;
	const link = kind === 'url' ? safeLink(value) : null;
	if (link !== null) return <OutsideLink href={link}>{shown}</OutsideLink>;
	const content = (
		<>
			<bdi>{shown}</bdi>
			{description !== null && <small dir="auto">{description}</small>}
			{(kind === 'phone' || kind === 'copy_code') && value !== null && <small dir="auto">{value}</small>}
		</>
	);
	if (onChoose === undefined) return <span class="interactive-option">{content}</span>;
	return (
		<button type="button" class="interactive-option" onClick={onChoose}>
			<Icon name="reply" />
			<span>{content}</span>
		</button>
	);
}
