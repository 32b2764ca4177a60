import { findConfigErrors } from './config.ts';
import { withoutServiceLinks } from './service-links.ts';
import { ConfigError, givenText, withoutPassword, type Environment, type Setting } from './setting.ts';
import { ALL_SETTINGS } from './all-settings.ts';
import { findUnknownVariables } from './unknown-variables.ts';

/** What `config check` prints. */
export interface ConfigReport {
	/** A line for each variable that is set, without the value of a secret. */
	lines: string[];
	/** A sentence for each invalid setting and each variable that is no setting. */
	problems: string[];
}

/** Checks the whole environment; an invalid setting does not hide the next one. */
export function checkConfig(environment: Environment): ConfigReport {
	const variables = withoutServiceLinks(environment);
	return {
		lines: ALL_SETTINGS.flatMap((one) => lineOf(one, variables)),
		problems: [
			...findConfigErrors(environment).map((error) => error.message),
			...findUnknownVariables(environment).map((sentence) =>
				sentence.endsWith('?') ? sentence : `${sentence}.`,
			),
		],
	};
}

function lineOf(one: Setting<unknown>, environment: Environment): string[] {
	try {
		const { text, from } = givenText(one, environment);
		if (from === null) return [];
		if (one.isSecret) return [`${from} is set (not shown)`];
		const suffix = one.fallback === '' ? '' : ` (default ${one.fallback})`;
		return [`${from}=${withoutPassword(text)}${text === one.fallback ? ' (the default)' : suffix}`];
	} catch (error) {
		// The problem says it: the file of a secret cannot be read.
		if (error instanceof ConfigError) return [];
		throw error;
	}
}
