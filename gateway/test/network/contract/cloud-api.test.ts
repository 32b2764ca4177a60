import { cloudApiNetwork } from './cloud-api.ts';
import { testDriverContract } from './contract.ts';

testDriverContract(cloudApiNetwork());
