import { testFaultTable } from './faultTable';

describe('Every call under every fault', () => testFaultTable({ retryOnFail: false }));
