import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const GATEWAY = path.join(import.meta.dirname, '..');
const BUNDLED = path.join(GATEWAY, 'bundled');
const require = createRequire(import.meta.url);

/** The names that the sources of the gateway import from a package, without types. */
function importedNames(packageName: string): string[] {
	const imports = new RegExp(`import \\{([^}]*)\\} from '${packageName}';`, 'gu');
	const files = readdirSync(path.join(GATEWAY, 'src'), { recursive: true, encoding: 'utf8' });
	const names = files
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(path.join(GATEWAY, 'src', file), 'utf8'))
		.flatMap((source) => [...source.matchAll(imports)].flatMap(([, list = '']) => list.split(',')))
		.map((name) => name.trim());
	return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('type '));
}

it.each(readdirSync(BUNDLED).map((file) => path.basename(file, '.cjs')))(
	'of %s every part is bundled that the gateway imports',
	(packageName) => {
		const whole = require(packageName) as Record<string, unknown>;
		const parts = require(path.join(BUNDLED, `${packageName}.cjs`)) as Record<string, unknown>;
		const names = importedNames(packageName);
		expect(Object.keys(parts).toSorted()).toEqual(names.toSorted());
		for (const name of names) expect(parts[name]).toBe(whole[name]);
	},
);
