import type { Variable } from '../all-settings.ts';
import type { Description } from './description.ts';
import { MESSAGE_SETTINGS } from './message-settings.ts';
import { MONITORING_SETTINGS } from './monitoring-settings.ts';
import { SERVER_SETTINGS } from './server-settings.ts';

/** Every setting, in the order of its group. A setting without a description does not compile. */
export const DESCRIPTIONS: Readonly<Record<Variable, Description>> = {
	...SERVER_SETTINGS,
	...MESSAGE_SETTINGS,
	...MONITORING_SETTINGS,
};
