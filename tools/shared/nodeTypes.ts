import { name as packageName } from '../../package.json';

/** A node's type as workflows name it. */
export const typeOf = (name: string): string => `${packageName}.${name}`;

export const ACTION = typeOf('companyRadar');
export const TRIGGER = typeOf('companyRadarTrigger');
export const VISITOR_TRIGGER = typeOf('companyRadarVisitorTrigger');
/** n8n makes it of the action node, because that is usable as a tool. */
export const TOOL = typeOf('companyRadarTool');
