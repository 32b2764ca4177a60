import path from 'node:path';
import { ROOT } from '../../../playground/src/layout.ts';
import type { Engine } from './engine.ts';
import { buildStandIn, DEBIAN_IMAGE, NODE_IMAGE } from './stand-ins.ts';

const INSTALL = 'apt-get update && apt-get install --yes --no-install-recommends';
/** Where the S3 server of the development dependencies is mounted. */
const SOURCE = '/source';

/** A compose file that mounts the S3 server. */
export const BUCKET_MOUNT = {
	services: {
		bucket: {
			volumes: [
				`${path.join(ROOT, 'node_modules')}:${SOURCE}/node_modules:ro`,
				`${path.join(ROOT, 'gateway/test/support/servers/s3-server-process.mjs')}:${SOURCE}/server.mjs:ro`,
			],
		},
	},
};

/** HAProxy of Debian in place of HAProxy's own image. */
export async function buildBalancerImage(engine: Engine): Promise<string> {
	return buildStandIn(
		engine,
		'haproxy',
		`FROM ${DEBIAN_IMAGE}
RUN ${INSTALL} haproxy
STOPSIGNAL SIGUSR1
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
`,
	);
}

/** PostgreSQL of Debian, which reads the same variables as the official image. */
export async function buildDatabaseImage(engine: Engine): Promise<string> {
	return buildStandIn(
		engine,
		'postgres',
		`FROM ${DEBIAN_IMAGE}
RUN ${INSTALL} postgresql-15 && ln -s /usr/lib/postgresql/15/bin/* /usr/local/bin/ \\
	&& install -d -o postgres -g postgres /var/lib/postgresql/data
RUN printf '%s\\n' '#!/bin/sh' 'set -e' 'if [ ! -e "$PGDATA/PG_VERSION" ]; then' \\
	'initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth=scram-sha-256' \\
	'printf "CREATE DATABASE %s;\\n" "$POSTGRES_DB" | postgres --single -D "$PGDATA" postgres' \\
	'fi' 'exec "$@"' > /usr/local/bin/docker-entrypoint.sh && chmod 0755 /usr/local/bin/docker-entrypoint.sh
USER postgres
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
`,
	);
}

/** The S3 server of the gateway's tests, started as SeaweedFS is. */
export async function buildBucketImage(engine: Engine): Promise<string> {
	return buildStandIn(
		engine,
		'bucket',
		`FROM ${NODE_IMAGE}
RUN ${INSTALL} wget
RUN printf '%s\\n' '#!/bin/sh' \\
	'tail -f /dev/null | exec node --openssl-legacy-provider ${SOURCE}/server.mjs /data 8333 "$S3_BUCKET" "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY"' \\
	> /usr/local/bin/weed && chmod 0755 /usr/local/bin/weed
`,
	);
}
