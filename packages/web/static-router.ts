/** For drawing pages outside of a browser; apart from the shared facade, so that no visitor loads it. */
export { StaticRouter } from 'react-router';
