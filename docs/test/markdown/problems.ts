/** What is wrong with a page, each with file and line, so that an editor opens the place. */
export class Problems {
	readonly found: string[] = [];
	readonly #file: string;

	constructor(file: string) {
		this.#file = file;
	}

	add(line: number, sentence: string): void {
		this.found.push(`${this.#file}:${line} ${sentence}`);
	}
}
