import { COMBINED_SETTINGS, MAIL, N8N } from './combined-settings.ts';
import type { Setting } from './setting.ts';
import { ALERTS, RETENTION, SETTINGS } from './settings.ts';

/** The variable of a setting. */
export type Variable =
	| VariableOf<typeof SETTINGS>
	| VariableOf<typeof COMBINED_SETTINGS>
	| VariableOf<typeof RETENTION>
	| VariableOf<typeof ALERTS>
	| VariableOf<typeof MAIL>
	| VariableOf<typeof N8N>;

type VariableOf<Settings extends Record<string, { variable: string }>> = Settings[keyof Settings]['variable'];

/** All settings. */
export const ALL_SETTINGS: readonly Setting<unknown, Variable>[] = [
	...Object.values(SETTINGS),
	...Object.values(COMBINED_SETTINGS),
	...Object.values(RETENTION),
	...Object.values(ALERTS),
	...Object.values(MAIL),
	...Object.values(N8N),
];
