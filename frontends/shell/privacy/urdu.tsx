import text from '../../../docs/privacy.ur.md';
import { Markdown } from './markdown.tsx';

export default () => <Markdown text={text} />;
