/**
 * Copies a text to the clipboard; returns whether it did. Over plain HTTP, except on localhost, browsers have no
 * `navigator.clipboard`: the text is then copied from an invisible field inside of `parent`. `parent` must be in the open
 * dialog, because an element outside of a modal dialog cannot have the focus.
 */
export async function copyText(text: string, parent: Element): Promise<boolean> {
	if (window.isSecureContext) {
		try {
			await navigator.clipboard.writeText(text);
			return true;
		} catch {
			// The browser or the user does not allow it; the field may still work.
		}
	}
	const focused = document.activeElement;
	const field = document.createElement('textarea');
	field.value = text;
	field.readOnly = true;
	field.className = 'copy-field';
	parent.append(field);
	field.select();
	// Deprecated, and without a successor where the context is not secure.
	// eslint-disable-next-line @typescript-eslint/no-deprecated
	const done = document.execCommand('copy');
	field.remove();
	if (focused instanceof HTMLElement) focused.focus();
	return done;
}
