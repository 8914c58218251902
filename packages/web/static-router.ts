/** For rendering pages at build; apart from the shared facade, so that no visitor loads it. */
export { StaticRouter } from 'react-router';
