// How the tests' TypeScript is turned into modules: types are stripped, nothing else changes.
export const esm = {
	testEnvironment: '<rootDir>/test/support/fast-globals.environment.cjs',
	extensionsToTreatAsEsm: ['.ts'],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
				module: { type: 'es6' },
				sourceMaps: 'inline',
			},
		],
	},
};
export const commonjs = {
	testEnvironment: '<rootDir>/test/support/fast-globals.environment.cjs',
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
				module: { type: 'commonjs' },
				sourceMaps: 'inline',
			},
		],
	},
};
