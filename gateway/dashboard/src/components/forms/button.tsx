import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../display/icon.tsx';
import './button.css';

interface Properties {
	/** The main action of a form, an ordinary one, a destructive one, or one without a border. */
	kind?: 'main' | 'plain' | 'danger' | 'quiet';
	type?: 'button' | 'submit';
	icon?: IconName;
	/** Accessible name of a button without text. */
	label?: string;
	/** State of a toggle button. */
	pressed?: boolean;
	/** Whether the part that the button opens is open. */
	expanded?: boolean;
	busy?: boolean;
	disabled?: boolean;
	onClick?: (() => void) | undefined;
	children?: ComponentChildren;
}

export function Button(properties: Properties) {
	const {
		kind = 'plain',
		type = 'button',
		icon,
		label,
		pressed,
		expanded,
		busy = false,
		disabled = false,
	} = properties;
	return (
		<button
			class={`button button-${kind}`}
			type={type}
			aria-label={label}
			title={label}
			aria-pressed={pressed}
			aria-expanded={expanded}
			aria-busy={busy}
			// A disabled button loses the focus, so that a keyboard user would begin at the top of the page again.
			aria-disabled={busy && !disabled ? true : undefined}
			disabled={disabled}
			onClick={busy ? ignore : properties.onClick}
		>
			{icon !== undefined && <Icon name={icon} />}
			{properties.children !== undefined && <span>{properties.children}</span>}
		</button>
	);
}

/** A busy button also does not submit its form, which Enter in a field would do. */
function ignore(event: Event): void {
	event.preventDefault();
}
