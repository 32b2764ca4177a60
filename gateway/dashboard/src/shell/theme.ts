import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_AS = 'theme';

export const theme = signal<Theme>(stored());

function stored(): Theme {
	const value = localStorage.getItem(STORED_AS);
	return THEMES.find((name) => name === value) ?? 'system';
}

/** Colours follow from `color-scheme`; see styles/tokens.css. */
export function applyTheme(): void {
	document.documentElement.dataset.theme = theme.value;
}

/** Follows the other tabs of this browser. */
export function followTheme(): void {
	window.addEventListener('storage', ({ key }) => {
		if (key !== STORED_AS && key !== null) return;
		theme.value = stored();
		applyTheme();
	});
}

export function chooseTheme(chosen: Theme): void {
	theme.value = chosen;
	localStorage.setItem(STORED_AS, chosen);
	applyTheme();
}
