import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** An output item of an operation; the router pairs it with the input item. */
export type OperationOutput = Pick<INodeExecutionData, 'json' | 'binary'>;

/** One operation of a resource, as each `<operation>.operation.ts` exports it. */
export interface Operation {
	/** Its form fields, shown only when the operation is selected. */
	description: INodeProperties[];

	/** Runs the operation for one input item and returns its output items. */
	execute: (this: IExecuteFunctions, itemIndex: number) => Promise<OperationOutput[]>;

	/**
	 * Returns a key, e.g. the chat: items with the same key run in order, items with different keys at the same
	 * time. Without this function all items run one after another.
	 */
	orderingKey?: (this: IExecuteFunctions, itemIndex: number) => string;

	/** Number of ordering keys that run at the same time, unless the form sets another number. */
	concurrency?: number;
}
