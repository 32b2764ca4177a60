// The rules of everything that is not n8n node code: the gateway, the tests, the playground, the benchmarks.
// Each of those folders has an eslint.config.mjs of its own, because the root one must stay node-cli's default.
import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Takes the folder's path (import.meta.dirname); gives its flat configuration. */
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
