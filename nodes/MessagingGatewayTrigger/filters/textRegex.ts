import type { TextRegex } from '../regex/createTextRegex';
import { createTextRegex } from '../regex/createTextRegex';
import type { Filters } from './properties';

/**
 * Returns the filter Text Matches Regex; undefined when it is empty. Throws a SyntaxError when it is invalid, and
 * UnsupportedRegex.
 */
export function textRegex({ textMatches }: Filters): TextRegex | undefined {
	// An expression may return a number.
	return textMatches ? createTextRegex(String(textMatches)) : undefined;
}
