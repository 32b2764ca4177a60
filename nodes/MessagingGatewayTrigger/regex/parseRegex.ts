/** A part of a regular expression. */
export type RegexPart =
	/** One character, by the source that JavaScript matches it with, e.g. `a`, `\d` or `[^x]`. */
	| { kind: 'character'; source: string }
	| { kind: 'start' | 'end' | 'boundary' | 'noBoundary' }
	| { kind: 'lookahead'; part: RegexPart; isNegative: boolean }
	| { kind: 'repeat'; part: RegexPart; min: number; max: number }
	| { kind: 'sequence' | 'choice'; parts: RegexPart[] };

/** The expression is valid, but cannot be matched in a time that is proportional to the length of the text. */
export class UnsupportedRegex extends Error {}

const ASSERTIONS = { '^': 'start', $: 'end', '\\b': 'boundary', '\\B': 'noBoundary' } as const;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,)?(\d+)?\})\??/y;
/** An escape, a class, or one character of a valid expression with the flag `u`. */
const CHARACTER =
	/\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|.)|\[(?:\\.|[^\]\\])*\]|./suy;
const GROUP = /\((?:\?(?::|=|!|<=|<!|<[^>]*>|[^:]*:))?/y;

/** Parses an expression. Throws a SyntaxError when JavaScript does not accept it with the flags `iu`, UnsupportedRegex. */
export function parseRegex(source: string): RegexPart {
	// The rest of this function relies on a valid expression.
	new RegExp(source, 'iu');
	let position = 0;

	function read(pattern: RegExp): RegExpExecArray | undefined {
		pattern.lastIndex = position;
		const found = pattern.exec(source) ?? undefined;
		if (found) position = pattern.lastIndex;
		return found;
	}

	function parseChoice(): RegexPart {
		const parts = [parseSequence()];
		while (source[position] === '|') {
			position++;
			parts.push(parseSequence());
		}
		return { kind: 'choice', parts };
	}

	function parseSequence(): RegexPart {
		const parts: RegexPart[] = [];
		while (position < source.length && source[position] !== '|' && source[position] !== ')') {
			parts.push(parseRepeated());
		}
		return { kind: 'sequence', parts };
	}

	function parseRepeated(): RegexPart {
		const part = source[position] === '(' ? parseGroup() : parseCharacter();
		const found = read(QUANTIFIER);
		if (!found) return part;
		const [text, min, comma, max] = found;
		if (text.startsWith('*')) return { kind: 'repeat', part, min: 0, max: Infinity };
		if (text.startsWith('+')) return { kind: 'repeat', part, min: 1, max: Infinity };
		if (text.startsWith('?')) return { kind: 'repeat', part, min: 0, max: 1 };
		const atMost = max === undefined ? (comma ? Infinity : Number(min)) : Number(max);
		return { kind: 'repeat', part, min: Number(min), max: atMost };
	}

	function parseGroup(): RegexPart {
		const [opening = ''] = read(GROUP) ?? [];
		if (opening === '(?<=' || opening === '(?<!') throw new UnsupportedRegex('a lookbehind');
		if (/^\(\?[^:=!<]/.test(opening)) throw new UnsupportedRegex('a modifier of flags');
		const part = parseChoice();
		position++;
		if (opening !== '(?=' && opening !== '(?!') return part;
		return { kind: 'lookahead', part, isNegative: opening === '(?!' };
	}

	function parseCharacter(): RegexPart {
		const [character = ''] = read(CHARACTER) ?? [];
		if (/^\\[1-9k]/.test(character)) throw new UnsupportedRegex('a back reference');
		if (character in ASSERTIONS) return { kind: ASSERTIONS[character as keyof typeof ASSERTIONS] };
		return { kind: 'character', source: character };
	}

	return parseChoice();
}
