import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** What an operation puts out for one item; the router links it to that item. */
export type OperationOutput = Pick<INodeExecutionData, 'json' | 'binary'>;

/** One operation of a resource, as each `<operation>.operation.ts` exports it. */
export interface Operation {
	/** Its fields of the form, shown only when it is chosen. */
	description: INodeProperties[];

	/** Takes the index of the input item, gives its output items. */
	execute: (this: IExecuteFunctions, itemIndex: number) => Promise<OperationOutput[]>;

	/**
	 * Names what an item must stay in order with, e.g. its chat. Items of different lanes are worked on at the
	 * same time; without a lane, all items are worked on one after another.
	 */
	lane?: (this: IExecuteFunctions, itemIndex: number) => string;

	/** Lanes worked on at the same time when the form says nothing else; few when left out. */
	concurrency?: number;
}
