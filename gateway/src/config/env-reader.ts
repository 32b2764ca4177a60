import { ExplainedError } from '../lib/explained-error.ts';
import type { Parse } from './values.ts';

/** A setting that cannot be used. Its text names the variable, its value, and what it may be. */
export class ConfigError extends ExplainedError {
	constructor(variable: string, value: string, allowed: string) {
		super(`${variable} is "${value}", but must be ${allowed}.`);
		this.name = 'ConfigError';
	}
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting; an absent or empty one has its fallback. Throws ConfigError. */
export type EnvReader = <T>(variable: string, fallback: string, parse: Parse<T>, allowed: string) => T;

/** A parser may throw anything: the message is made here, from what is allowed. */
export function reader(environment: Environment): EnvReader {
	return (variable, fallback, parse, allowed) => {
		const given = environment[variable]?.trim();
		const value = given === undefined || given === '' ? fallback : given;
		try {
			return parse(value);
		} catch {
			throw new ConfigError(variable, value, allowed);
		}
	};
}

/** The same for a value that never goes into an error; null where it is not set. */
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
