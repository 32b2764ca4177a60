/*
 * An S3 server as a process of its own, on the folder and the port of its arguments. It needs Node.js's option
 * --openssl-legacy-provider: it encrypts the tokens of its lists with DES.
 */
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
const address = await server.run();
process.stdout.write(`Listening on ${address.port}\n`);
// It ends with the process that started it.
process.stdin.on('end', () => process.exit()).resume();
