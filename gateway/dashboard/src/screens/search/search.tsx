import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Icon } from '../../components/display/icon.tsx';
import { formatCount } from '../../components/display/format.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Highlighted } from '../../components/search/highlighted.tsx';
import { GROUPS, type Choice } from './choice.ts';
import type { FrameAction } from './screen-choices.ts';
import { useSearch } from './use-search.ts';
import './search.css';

/** The longest text that the gateway searches for. */
const LONGEST = 200;

interface Properties {
	/** Actions of the page's frame. */
	actions: readonly FrameAction[];
	onClose: () => void;
}

/** The search of the page: a field, and a list of results that is operated by the keys of the field. */
export function Search({ actions, onClose }: Properties) {
	const dialog = useRef<HTMLDialogElement>(null);
	const [typed, setTyped] = useState('');
	const [active, setActive] = useState<string | null>(null);
	const { choices, busy, error, searchedFrom } = useSearch(typed, actions);
	const listId = useId();
	const at = Math.max(
		0,
		choices.findIndex(({ key }) => key === active),
	);
	const optionId = (index: number): string => `${listId}-${index}`;
	useShownModally(dialog, onClose);
	useLayoutEffect(() => {
		dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
	}, [at, choices.length]);

	function choose(choice: Choice | undefined): void {
		if (choice === undefined) return;
		onClose();
		choice.act();
	}

	function onKeyDown(event: KeyboardEvent): void {
		// A key that ends a composition, such as of Japanese, chooses nothing.
		if (event.isComposing) return;
		const last = choices.length - 1;
		const next = {
			ArrowDown: at === last ? 0 : at + 1,
			ArrowUp: at === 0 ? last : at - 1,
			PageDown: Math.min(last, at + 8),
			PageUp: Math.max(0, at - 8),
		}[event.key];
		if (next !== undefined) setActive(choices[next]?.key ?? null);
		else if (event.key === 'Enter') choose(choices[at]);
		else return;
		event.preventDefault();
	}

	return (
		<dialog ref={dialog} class="search-dialog" aria-label="Search">
			<div class="search-head">
				<Icon name="search" />
				<input
					class="search-input"
					type="text"
					role="combobox"
					aria-label="Search chats, messages, numbers, ids, screens and actions"
					aria-expanded={choices.length > 0}
					aria-controls={listId}
					aria-autocomplete="list"
					aria-activedescendant={choices.length === 0 ? undefined : optionId(at)}
					placeholder="Chats, messages, numbers, ids, screens …"
					autocomplete="off"
					spellcheck={false}
					dir="auto"
					maxLength={LONGEST}
					value={typed}
					onInput={(event) => {
						setTyped(event.currentTarget.value);
						setActive(null);
					}}
					onKeyDown={onKeyDown}
				/>
				<Button kind="quiet" icon="close" label="Close" onClick={onClose} />
			</div>
			<div class="search-results" id={listId} role="listbox" aria-label="Results" aria-busy={busy}>
				{GROUPS.map((group) => {
					const members = choices.filter((choice) => choice.group === group);
					if (members.length === 0) return null;
					return (
						<div key={group} role="group" aria-label={group}>
							<p class="search-group" aria-hidden="true">
								{group}
							</p>
							{members.map((choice) => {
								const index = choices.indexOf(choice);
								return (
									<Option
										key={choice.key}
										id={optionId(index)}
										choice={choice}
										selected={index === at}
										onSelect={() => {
											setActive(choice.key);
										}}
										onChoose={() => {
											choose(choice);
										}}
									/>
								);
							})}
						</div>
					);
				})}
			</div>
			{error !== undefined && <ErrorAlert error={error} />}
			<p class="search-status" role="status">
				{statusOf(choices.length, busy)}
				{searchedFrom !== null && (
					<>
						{' '}
						Messages before <Timestamp at={searchedFrom} /> are still being indexed.
					</>
				)}
			</p>
		</dialog>
	);
}

function statusOf(count: number, busy: boolean): string {
	if (busy) return 'Searching …';
	return count === 0
		? 'Nothing found. Try fewer letters, or a part of a number.'
		: formatCount(count, 'result');
}

interface OptionProperties {
	id: string;
	choice: Choice;
	selected: boolean;
	onSelect: () => void;
	onChoose: () => void;
}

function Option({ id, choice, selected, onSelect, onChoose }: OptionProperties) {
	return (
		<div
			id={id}
			class="search-option"
			role="option"
			aria-selected={selected}
			onPointerMove={selected ? undefined : onSelect}
			onClick={onChoose}
		>
			<Icon name={choice.icon} />
			<span class="search-option-text">
				<span class="search-option-title" dir="auto">
					<Highlighted text={choice.title} ranges={choice.marks ?? []} />
				</span>
				{choice.detail !== undefined && <span class="search-option-detail">{choice.detail}</span>}
			</span>
		</div>
	);
}

/** Shows a dialog until it ends, closes it with Escape, a click beside it or another address, and returns the focus. */
function useShownModally(dialog: { current: HTMLDialogElement | null }, onClose: () => void): void {
	const close = useRef(onClose);
	close.current = onClose;
	useLayoutEffect(() => {
		const shown = dialog.current;
		const opener = document.activeElement;
		if (shown === null) return;
		shown.showModal();
		const onCancel = (event: Event): void => {
			event.preventDefault();
			close.current();
		};
		const onClick = (event: MouseEvent): void => {
			if (event.target === shown) close.current();
		};
		const onOtherAddress = (): void => {
			close.current();
		};
		shown.addEventListener('cancel', onCancel);
		shown.addEventListener('click', onClick);
		window.addEventListener('hashchange', onOtherAddress);
		return () => {
			window.removeEventListener('hashchange', onOtherAddress);
			shown.close();
			if (opener instanceof HTMLElement) opener.focus();
		};
	}, []);
}
