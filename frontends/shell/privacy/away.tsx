import { useT } from '../texts.ts';

export const Away = () => <p role="alert">{useT()('closure.away')}</p>;
