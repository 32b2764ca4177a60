import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { API_KEY } from '../../../gateway/test/support/gateway.ts';
import { ROOT } from '../markdown/page.ts';
import { CommandProblem, DONE, type Call, type Outcome } from './call.ts';
import { runGatewayCommand } from './gateway-command.ts';
import type { Samples } from './samples.ts';

interface Manifest {
	name: string;
	scripts: Record<string, string>;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
}

const manifest = readManifest('package.json');
const gatewayManifest = readManifest('gateway/package.json');
const PACKAGES = new Set(
	[manifest, gatewayManifest].flatMap((one) => [
		one.name,
		...Object.keys({ ...one.dependencies, ...one.devDependencies }),
	]),
);

/** Commands of npm that are no scripts. */
const NPM_COMMANDS = 'install ci pack publish update outdated uninstall audit exec view rebuild'.split(' ');

/** Commands that would change the machine, or need a server: the files of the repository that they name must exist. */
const CHECKED = new Set(
	(
		'apt apt-get aws brew bzip2 caddy cat chmod chown cp createdb createuser crontab echo ffmpeg getent git gpg gzip helm ' +
		'install journalctl k3s kind kubeconform kubectl ln logger ls minikube mkdir mv nginx nslookup pg_dump pg_restore ' +
		'prometheus promtool psql rm rsync s3cmd scp service sqlite3 ssh sudo systemctl systemd-analyze tar tee timedatectl ' +
		'touch ufw useradd wget xdg-open sha256sum df du free ss id sysctl loginctl adduser chronyc cosign syft openapi-generator-cli'
	).split(' '),
);

/** Folders of the repository whose files commands name. */
const FOLDER =
	/^(?:\.\/)?(?:deploy|docs|examples|gateway|playground|packaging|scenarios|site|bench|chaos|fuzz)\//;

/** Does what a command of a page does, or checks it where it cannot be done in a test. */
export async function runTool(call: Call, samples: Samples): Promise<Outcome> {
	const [command = '', ...args] = call.argv;
	switch (command) {
		case 'messaging-gateway':
			return runGatewayCommand(args, call, samples);
		case 'npm':
			return runNpm(args, call, samples);
		case 'npx':
			return runNpx(
				args.filter((argument) => !/^(?:-y|--yes)$/.test(argument)),
				call,
				samples,
			);
		case 'node':
			return runNode(args, call, samples);
		case 'docker':
		case 'podman':
		case 'docker-compose':
			return runContainers(command === 'docker-compose' ? ['compose', ...args] : args, call, samples);
		case 'systemd-run': {
			const at = args.indexOf('messaging-gateway');
			return at === -1 ? DONE : runTool({ ...call, argv: args.slice(at) }, samples);
		}
		case 'exec':
		case 'nice':
			return runTool({ ...call, argv: args }, samples);
	}
	if (!CHECKED.has(command)) {
		throw new CommandProblem(
			'is unknown to the test of the documents: add it, or write <!-- not run: … --> above the block',
		);
	}
	checkFiles(args, call, samples);
	if (command === 'git' && args[0] === 'clone')
		await mkdir(path.join(call.folder, cloned(args)), { recursive: true });
	if (command === 'mkdir') await makeFolders(args, call);
	return DONE;
}

async function runNpm(args: string[], call: Call, samples: Samples): Promise<Outcome> {
	const [first = '', second = ''] = args.filter((argument) => argument !== '-s' && argument !== '--silent');
	const options = args.includes('--') ? args.slice(args.indexOf('--') + 1) : [];
	const script = first === 'run' ? second : first;
	if (script === 'gateway') return runGatewayCommand(options, call, samples);
	if (first !== 'run' && NPM_COMMANDS.includes(first)) return DONE;
	const text = manifest.scripts[script];
	if (text === undefined) throw new CommandProblem(`package.json has no script "${script}"`);
	const source = sourceOf(text);
	for (const option of options.filter((one) => one.startsWith('--'))) {
		const [name = ''] = option.slice(2).split('=');
		if (!source.includes(name)) throw new CommandProblem(`the script "${script}" knows no option ${option}`);
	}
	checkFiles(args, call, samples);
	return DONE;
}

/** The text of the program that a script starts, and of those beside it. */
function sourceOf(script: string): string {
	const file = /node (?:--\S+ )*(\S+\.(?:ts|mjs))/.exec(script)?.[1];
	if (file === undefined) return script;
	const folder = path.join(ROOT, path.dirname(file));
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	return names
		.filter((name) => /\.(?:ts|mjs)$/.test(name) && !name.includes('node_modules'))
		.map((name) => readFileSync(path.join(folder, name), 'utf8'))
		.join('\n');
}

async function runNpx([program = '', ...args]: string[], call: Call, samples: Samples): Promise<Outcome> {
	const name = program.replace(/(?<=.)@[^/]*$/, '');
	if (name === 'messaging-gateway') return runGatewayCommand(args, call, samples);
	const isKnown = PACKAGES.has(name) || name.startsWith('@n8n/');
	if (!isKnown) throw new CommandProblem(`starts "${program}", which is no package of this project`);
	checkFiles(args, call, samples);
	return DONE;
}

async function runNode(args: string[], call: Call, samples: Samples): Promise<Outcome> {
	const at = args.findIndex((argument) => !argument.startsWith('-'));
	const file = args[at];
	if (file === undefined) return DONE;
	if (/gateway\/(?:src|dist)\/(?:.*\/)?main\.[jt]s$/.test(file))
		return runGatewayCommand(args.slice(at + 1), call, samples);
	checkFiles(args, call, samples);
	return DONE;
}

/** Checks the files of a compose command and its services, and runs what it does inside of the gateway's container. */
async function runContainers(args: string[], call: Call, samples: Samples): Promise<Outcome> {
	checkFiles(args, call, samples);
	const inside = commandInside(args);
	if (inside[0] === 'cat' && inside[1]?.endsWith('first-key.txt') === true)
		return { output: `${API_KEY}\n`, code: 0 };
	const isGateway =
		inside[0] === 'messaging-gateway' || (inside[0] === 'node' && inside[1]?.endsWith('main.js') === true);
	if (isGateway) return runTool({ ...call, argv: inside }, samples);
	if (args[0] === 'compose') checkService(args, call, samples);
	return DONE;
}

/** What runs in a container: what follows the name of the container or of the service. */
function commandInside(args: readonly string[]): string[] {
	const at = args.findIndex((argument) => argument === 'exec' || argument === 'run');
	if (at === -1) return [];
	const start = args.findIndex(
		(argument, index) =>
			index > at && (argument === 'messaging-gateway' || argument === 'cat' || argument === 'node'),
	);
	return start === -1 ? [] : args.slice(start);
}

/** The services that a compose command names must be in its file. */
function checkService(args: readonly string[], call: Call, samples: Samples): void {
	const files = args.flatMap((argument, index) => (argument === '-f' ? [args[index + 1] ?? ''] : []));
	const folder = repositoryFolder(call, samples);
	// A page tells to download or copy files of deploy/.
	const texts = (files.length > 0 ? files : ['compose.yaml'])
		.flatMap((file) => [path.resolve(folder, file), path.join(ROOT, 'deploy', file)])
		.filter((file) => existsSync(file))
		.map((file) => readFileSync(file, 'utf8'));
	if (texts.length === 0) return;
	const services = new Set(
		texts.flatMap((text) => Object.keys((parse(text) as { services?: object }).services ?? {})),
	);
	const at = args.findIndex((argument) => /^(?:exec|logs|restart|stop|start)$/.test(argument));
	if (at === -1) return;
	const service = args
		.slice(at + 1)
		.find((argument, index, all) => !argument.startsWith('-') && !/^-[ue]$/.test(all[index - 1] ?? ''));
	if (service !== undefined && !services.has(service)) {
		throw new CommandProblem(`names the service "${service}"; there are ${[...services].join(', ')}`);
	}
}

/** Files of the repository that arguments name must exist. */
function checkFiles(args: readonly string[], call: Call, samples: Samples): void {
	for (const [index, argument] of args.entries()) {
		const name = argument.replace(/^[\w-]+=@?/, '').replace(/:.*$/, '');
		const isComposeFile = args[0] === 'compose' && args[index - 1] === '-f';
		if (!(FOLDER.test(name) || isComposeFile) || /dist\/|\*|\.db$|node_modules|…/.test(name)) continue;
		const folders = [
			repositoryFolder(call, samples),
			ROOT,
			...(isComposeFile ? [path.join(ROOT, 'deploy')] : []),
		];
		if (!folders.some((folder) => existsSync(path.resolve(folder, name)))) {
			throw new CommandProblem(`names ${name}, which does not exist`);
		}
	}
}

/** The folder of the repository in which the shell would be if the page's folder were the repository. */
function repositoryFolder(call: Call, samples: Samples): string {
	const inside = path.relative(path.join(samples.folder, 'home'), call.folder);
	return path.join(ROOT, inside.replace(/^n8n-nodes-messaging-gateway\/?/, ''));
}

function cloned(args: readonly string[]): string {
	const [url = '', folder] = args.slice(1).filter((argument) => !argument.startsWith('-'));
	return folder ?? path.basename(url, '.git');
}

async function makeFolders(args: readonly string[], { folder, environment }: Call): Promise<void> {
	for (const name of args.filter((argument) => !argument.startsWith('-'))) {
		const target = path.resolve(folder, name);
		// Folders elsewhere on the machine are for the reader to make.
		if (target.startsWith(`${environment.HOME ?? ''}/`)) await mkdir(target, { recursive: true });
	}
}

function readManifest(file: string): Manifest {
	return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Manifest;
}
