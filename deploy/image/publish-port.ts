// `node publish-port.ts LISTEN TARGET` lets a port of the container be published, although the gateway listens on
// loopback only: it passes connections from any address to the loopback address. It runs in the container that owns the
// network of gateway and n8n, so that neither loses its network when the other one restarts.
import net from 'node:net';

const [listenPort, targetPort] = process.argv.slice(2).map(Number);
if (!listenPort || !targetPort) {
	process.stderr.write('Usage: node publish-port.ts LISTEN TARGET\n');
	process.exit(1);
}

const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
	const gateway = net.connect({
		host: '127.0.0.1',
		port: targetPort,
		allowHalfOpen: true,
		noDelay: true,
	});
	// A connection that fails on one side, such as one to a gateway that restarts, ends on the other side too.
	client.on('error', () => gateway.destroy());
	gateway.on('error', () => client.destroy());
	client.once('close', () => gateway.destroy());
	gateway.once('close', () => client.destroy());
	client.pipe(gateway).pipe(client);
});
server.listen(listenPort);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
