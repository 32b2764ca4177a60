import { realpathSync } from 'node:fs';
import path from 'node:path';
import { PLAYGROUND } from '../../../playground/src/layout.ts';
import type { Engine } from './engine.ts';
import { buildStandIn, NODE_IMAGE } from './stand-ins.ts';

/** Where the image has the playground's n8n, which is mounted: copying its 2 GB would take longer than the test. */
const INSTALLATION = '/playground';

/** A compose file that mounts n8n into the services of this image. */
export const mountN8n = (services: readonly string[]): object => ({
	services: Object.fromEntries(
		services.map((name) => [
			name,
			{ volumes: [`${realpathSync(path.join(PLAYGROUND, 'node_modules'))}:${INSTALLATION}/node_modules:ro`] },
		]),
	),
});

/** Builds what stands in for n8n's own image: the same user, folder and command, with the playground's n8n. */
export async function buildN8nImage(engine: Engine): Promise<string> {
	return buildStandIn(
		engine,
		'n8n',
		`FROM ${NODE_IMAGE}
RUN printf '#!/bin/sh\\nexec node ${INSTALLATION}/node_modules/n8n/bin/n8n "$@"\\n' > /usr/local/bin/n8n \\
	&& chmod 0755 /usr/local/bin/n8n && install -d -o node -g node /home/node/.n8n
ENV NODE_ENV=production N8N_DIAGNOSTICS_ENABLED=false N8N_VERSION_NOTIFICATIONS_ENABLED=false \\
	N8N_TEMPLATES_ENABLED=false N8N_VERIFIED_PACKAGES_ENABLED=false N8N_PERSONALIZATION_ENABLED=false
USER node
WORKDIR /home/node
ENTRYPOINT ["n8n"]
`,
	);
}
