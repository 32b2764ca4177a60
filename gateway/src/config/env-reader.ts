import { ExplainedError } from '../lib/explained-error.ts';
import type { Parse } from './values.ts';

/** A setting is invalid. The message names the variable, its value, and the allowed values. */
export class ConfigError extends ExplainedError {
	constructor(variable: string, value: string, allowed: string) {
		super(`${variable} is "${value}", but must be ${allowed}.`);
		this.name = 'ConfigError';
	}
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting; an absent or empty variable has its fallback. Throws ConfigError. */
export type EnvReader = <T>(variable: string, fallback: string, parse: Parse<T>, allowed: string) => T;

/** Any error of a parser becomes a ConfigError, whose message is made from `allowed`. */
export function createEnvReader(environment: Environment): EnvReader {
	return (variable, fallback, parse, allowed) => {
		const text = environment[variable]?.trim();
		const value = text === undefined || text === '' ? fallback : text;
		try {
			return parse(value);
		} catch {
			throw new ConfigError(variable, value, allowed);
		}
	};
}

/** Reads a secret setting, whose value no error contains; null where it is not set. Throws ConfigError. */
export function readSecret<T>(
	environment: Environment,
	variable: string,
	parse: Parse<T>,
	allowed: string,
): T | null {
	const value = environment[variable]?.trim();
	if (value === undefined || value === '') return null;
	try {
		return parse(value);
	} catch {
		throw new ConfigError(variable, 'something else (not shown)', allowed);
	}
}
