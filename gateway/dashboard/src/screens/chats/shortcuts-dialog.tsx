import { Checkbox } from '../../components/forms/checkbox.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { shortcutsAreOn, turnShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import './shortcuts-dialog.css';

const SHORTCUTS: readonly (readonly [string, readonly string[]])[] = [
	['Next chat', ['j', '↓']],
	['Previous chat', ['k', '↑']],
	['Search the chats', ['/']],
	['Write to a number', ['n']],
	['Write in the open chat', ['Enter']],
	['Reply to the latest message', ['r']],
	['Mark the chat as read', ['m']],
	['Take the chat over, or give it back', ['t']],
	['Add a note to the chat', ['a']],
	['Leave out the quote, the field, the chat', ['Esc']],
	['Show these shortcuts', ['?']],
];
const WHILE_WRITING: readonly (readonly [string, readonly string[]])[] = [
	['Send', ['Enter']],
	['New line', ['Shift Enter']],
];

/** The keys of the chats. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title="Keyboard shortcuts" onClose={onClose}>
			<div class="stack-small">
				<Keys shortcuts={SHORTCUTS} />
				<h3>While you write</h3>
				<Keys shortcuts={WHILE_WRITING} />
				<Checkbox
					label="Use these shortcuts"
					description="Turn them off where your keyboard or your voice control sends single keys."
					checked={shortcutsAreOn.value}
					onChange={turnShortcuts}
				/>
			</div>
		</Dialog>
	);
}

function Keys({ shortcuts }: { shortcuts: typeof SHORTCUTS }) {
	return (
		<dl class="shortcuts">
			{shortcuts.map(([what, keys]) => (
				<div key={what}>
					<dt>{what}</dt>
					<dd>
						{keys.map((key) => (
							<kbd key={key}>{key}</kbd>
						))}
					</dd>
				</div>
			))}
		</dl>
	);
}
