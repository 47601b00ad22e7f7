const DOCS = 'https://github.com/company-radar/n8n-nodes-company-radar/blob/main/docs';

/** A link in the description of a field. @param place a page, and maybe a heading, such as `money.md#retries` */
export const docsLink = (text: string, place: string): string => `<a href="${DOCS}/${place}">${text}</a>`;
