// `node prepare-n8n.ts FOLDER URL` prepares the n8n beside the gateway, whose data folder is FOLDER: it installs the nodes
// of this image and, once, creates an API key for n8n and writes it with the gateway's URL as a credential for
// `n8n import:credentials`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '..', '..', 'n8n-nodes');
const AUTHORITY = path.join(process.env.GATEWAY_DATA_DIR ?? '/data', 'tls', 'ca.pem');
const KEY = /^mgw_\S+$/m;

const [folder, baseUrl] = process.argv.slice(2);
if (folder === undefined || baseUrl === undefined) {
	process.stderr.write('Usage: node prepare-n8n.ts FOLDER URL\n');
	process.exit(1);
}

installNodes(path.join(folder, 'nodes', 'node_modules'));
// The authority of certificate.ts, which n8n trusts by NODE_EXTRA_CA_CERTS.
if (existsSync(AUTHORITY)) copyFileSync(AUTHORITY, path.join(folder, 'messaging-gateway-ca.pem'));

const credential = path.join(folder, 'messaging-gateway.credential.json');
// n8n renames the file when it has imported it; later changes of the credential in n8n stay.
if (existsSync(credential) || existsSync(`${credential}.imported`)) {
	process.stdout.write('The credential exists already.\n');
} else {
	writeFileSync(credential, JSON.stringify([credentialOf(baseUrl, createKey())]), { mode: 0o600 });
	process.stdout.write('Created an API key for n8n.\n');
}

/** Replaces the nodes of an earlier version. */
function installNodes(modules: string): void {
	const { name, version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
	mkdirSync(modules, { recursive: true });
	const target = path.join(modules, name);
	rmSync(target, { recursive: true, force: true });
	cpSync(PACKAGE, target, { recursive: true });
	process.stdout.write(`Installed ${name} ${version}.\n`);
}

/** A key of its own, so that the operator can revoke it alone. */
function createKey(): string {
	const output = execFileSync('messaging-gateway', ['keys', 'create', '--name', 'n8n'], { encoding: 'utf8' });
	const [key] = KEY.exec(output) ?? [];
	if (key === undefined) throw new Error('messaging-gateway keys create printed no key.');
	return key;
}

function credentialOf(baseUrl: string, apiKey: string): object {
	return {
		// A fixed id, so that an import that is repeated creates no second credential.
		id: 'messagingGateway',
		name: 'Messaging Gateway',
		type: 'messagingGatewayApi',
		data: { baseUrl, apiKey },
	};
}
