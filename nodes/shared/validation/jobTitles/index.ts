export { checkJobTitles, parseJobTitles } from './check';
export { compileJobTitles } from './evaluate';
export { matchJobTitle, type TitleMatch } from './evaluate';
export type { ParsedJobTitles } from './language';
