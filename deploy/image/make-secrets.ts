// `node make-secrets.ts FOLDER` creates, once, the secrets of compose.postgres.yaml: one file each, so that neither the
// compose file nor the environment has them.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
	process.stderr.write('Usage: node make-secrets.ts FOLDER\n');
	process.exit(1);
}

const databasePassword = randomBytes(24).toString('hex');
const SECRETS = {
	'api-key': `mgw_${randomBytes(24).toString('hex')}`,
	'bucket-key-id': randomBytes(10).toString('hex'),
	'bucket-key-secret': randomBytes(24).toString('hex'),
	'encryption-key': randomBytes(32).toString('base64'),
	'database-password': databasePassword,
	// Last: with it, the folder is complete.
	'database-url': `postgres://gateway:${databasePassword}@127.0.0.1:5432/gateway`,
};

if (existsSync(path.join(folder, 'database-url'))) {
	process.stdout.write(`${folder} has secrets already.\n`);
} else {
	for (const [name, value] of Object.entries(SECRETS)) {
		// Other containers, which have accounts of their own, read some of them; only these containers have the volume.
		writeFileSync(path.join(folder, name), `${value}\n`, { mode: 0o644 });
	}
	process.stdout.write(`Created secrets in ${folder}.\n`);
}
