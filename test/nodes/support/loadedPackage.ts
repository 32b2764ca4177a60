import './n8nEnvironment.ts';

import { PackageDirectoryLoader } from 'n8n-core';
import type { INode, INodeParameters, INodeType, INodeTypes } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { ROOT } from './root.ts';

export const ACTION_NODE = 'messagingGateway';
export const TRIGGER_NODE = 'messagingGatewayTrigger';
export const CREDENTIAL_TYPE = 'messagingGatewayApi';
export const OFFICIAL_ACCOUNT_TYPE = 'messagingGatewayOfficialAccountApi';
export const START_NODE = 'start';

/** The package as n8n loads it when installed: package.json and the built files. */
export const loadedPackage = new PackageDirectoryLoader(ROOT);

/** Passes on the start items of an execution. */
const startNode: INodeType = {
	description: {
		name: START_NODE,
		displayName: 'Start',
		description: 'Start',
		version: 1,
		defaults: {},
		group: ['trigger'],
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
};

/** The node types of the package, and the start node. */
export const nodeTypes: INodeTypes = {
	getByName: (name) => (name === START_NODE ? startNode : loadedPackage.getNode(name).type),
	getByNameAndVersion: (name, version) =>
		NodeHelpers.getVersionedNodeType(nodeTypes.getByName(name), version),
	getKnownTypes: () => ({}),
};

/** The newest version of our nodes; a test of an earlier one passes `{ typeVersion: 1 }`. */
export const NEWEST_VERSION = 2;

/** Returns a node of a workflow, with the credentials of the test. */
export function createNode(type: string, parameters: INodeParameters, settings: Partial<INode> = {}): INode {
	return {
		id: type,
		name: type,
		type,
		typeVersion: type === START_NODE ? 1 : NEWEST_VERSION,
		position: [0, 0],
		parameters,
		...(type !== START_NODE && {
			credentials: {
				[CREDENTIAL_TYPE]: { id: '1', name: 'Gateway' },
				[OFFICIAL_ACCOUNT_TYPE]: { id: '2', name: 'Official account' },
			},
		}),
		...settings,
	};
}
