/*
 * An S3 server as a process of its own, on the folder and the port of its arguments. It needs Node.js's option
 * --openssl-legacy-provider: it encrypts the tokens of its lists with DES.
 */
import { rm } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';
import Account from '@20minutes/s3rver/lib/models/account.js';

const [directory, port, bucket, keyId, secret] = process.argv.slice(2);
Account.DUMMY_ACCOUNT.createKeyPair(keyId, secret);
const server = new S3rver({
	address: '127.0.0.1',
	port: Number(port),
	silent: true,
	directory,
	configureBuckets: [{ name: bucket }],
});
// Its own deletion also removes a folder that was empty a moment ago, with the object that is in it by now.
server.store.deleteObject = async (name, key) => {
	const resources = ['object', 'object.md5', 'metadata.json'];
	const files = resources.map((resource) => server.store.getResourcePath(name, key, resource));
	await Promise.all(files.map((file) => rm(file, { force: true })));
};
const address = await server.run();
process.stdout.write(`Listening on ${address.port}\n`);
// It ends with the process that started it.
process.stdin.on('end', () => process.exit()).resume();
