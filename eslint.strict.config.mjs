// The rules of all code that is not n8n node code: the gateway, the tests, the playground, the benchmarks. Each of
// these folders has its own eslint.config.mjs, because the root one must stay the default of node-cli.
import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Returns the flat configuration of a folder (import.meta.dirname). */
export function strictConfig(folder) {
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
				parserOptions: { project: ['./tsconfig.json'], tsconfigRootDir: folder },
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
