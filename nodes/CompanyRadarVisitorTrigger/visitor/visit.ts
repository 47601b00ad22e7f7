import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../shared/basics/json';
import type { PageView } from '../page/pageView';

/** What webhook() passes to execute(). The address is sealed, since n8n stores it. */
export type Visit = PageView & { address: string };

const isVisit = (value: unknown): value is IDataObject & Visit =>
	isObject(value) && typeof value.address === 'string';

export const visitIn = ({ visit }: IDataObject): Visit | undefined => (isVisit(visit) ? visit : undefined);
