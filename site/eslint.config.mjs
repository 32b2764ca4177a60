import { existsSync } from 'node:fs';
import path from 'node:path';
import { strictConfig } from '../eslint.strict.config.mjs';

// The rules need the types of what `npm run site` installs.
const isInstalled = existsSync(path.join(import.meta.dirname, 'node_modules'));

export default isInstalled
	? [
			{ ignores: ['.pages/**', '.vitepress/cache/**'] },
			...strictConfig(import.meta.dirname, './tsconfig.json'),
		]
	: [{ ignores: ['**/*.ts'] }];
