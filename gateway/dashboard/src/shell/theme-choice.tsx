import { Button } from '../components/forms/button.tsx';
import type { IconName } from '../components/display/icon.tsx';
import { chooseTheme, theme, THEMES, type Theme } from './theme.ts';

const ICONS: Record<Theme, IconName> = { system: 'contrast', light: 'sun', dark: 'moon' };
const WORDS: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' };

/** Switches to the next theme. */
export function ThemeChoice() {
	const current = theme.value;
	const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'system';
	return (
		<Button
			kind="quiet"
			icon={ICONS[current]}
			label={`Colours: ${WORDS[current]}. Change to ${WORDS[next]}`}
			onClick={() => {
				chooseTheme(next);
			}}
		/>
	);
}
