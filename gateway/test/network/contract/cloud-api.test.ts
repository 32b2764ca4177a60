import { cloudApiNetwork } from './cloud-api.ts';
import { keepsTheContract } from './contract.ts';

keepsTheContract(cloudApiNetwork());
