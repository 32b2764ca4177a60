import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** What an operation puts out for one item; the router links it to that item. */
export type OperationOutput = Pick<INodeExecutionData, 'json' | 'binary'>;

/** One operation of a resource: takes the index of the input item, gives its output items. */
export type Operation = (this: IExecuteFunctions, itemIndex: number) => Promise<OperationOutput[]>;
