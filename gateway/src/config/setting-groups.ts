import { GROUPS, type Description } from './descriptions/description.ts';
import { DESCRIPTIONS } from './descriptions/descriptions.ts';
import type { Setting } from './setting.ts';
import { ALL_SETTINGS, type Variable } from './all-settings.ts';

/** A setting with its description. */
export interface DescribedSetting extends Setting<unknown, Variable>, Description {
	/** The default value, or a description of the behaviour without the variable. */
	defaultText: string;
}

/** Returns the settings in their groups, in the order in which they are described. */
export function settingGroups(): { title: string; settings: DescribedSetting[] }[] {
	const settings = new Map(ALL_SETTINGS.map((one) => [one.variable, one]));
	const described = Object.entries(DESCRIPTIONS).map(([variable, description]): DescribedSetting => {
		const one = settings.get(variable as Variable);
		if (one === undefined) throw new Error(`${variable} is described, but is no setting.`);
		const defaultText = one.fallback === '' ? (description.unset ?? '') : `\`${one.fallback}\``;
		return { ...one, ...description, defaultText };
	});
	return Object.entries(GROUPS).map(([group, title]) => ({
		title,
		settings: described.filter((one) => one.group === group),
	}));
}
