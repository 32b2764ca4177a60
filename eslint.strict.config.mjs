// The rules of all code that is not n8n node code: the gateway, the tests, the playground, the benchmarks. Each of
// these folders has its own eslint.config.mjs, because the root one must stay the default of node-cli.
import path from 'node:path';
import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The types of all folders with the same compiler options: read once, not once for each folder. */
const SHARED_PROJECT = path.join(import.meta.dirname, 'tsconfig.typecheck.json');

/** Returns the flat configuration of a folder (import.meta.dirname), whose types are those of a TypeScript project. */
export function strictConfig(folder, project = SHARED_PROJECT) {
	return defineConfig(
		{ ignores: ['dist/**', 'node_modules/**', '**/.artifacts/**', '**/*.mjs', '**/*.cjs'] },
		{
			files: ['**/*.ts', '**/*.tsx'],
			extends: [
				eslint.configs.recommended,
				tseslint.configs.strictTypeChecked,
				tseslint.configs.stylisticTypeChecked,
			],
			languageOptions: {
				parserOptions: { project: [project], tsconfigRootDir: folder },
			},
			rules: {
				'no-console': 'error',
				eqeqeq: 'error',
				'@typescript-eslint/consistent-type-definitions': 'off',
				'@typescript-eslint/consistent-type-imports': 'error',
				'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
				'@typescript-eslint/switch-exhaustiveness-check': 'error',
			},
		},
	);
}
