/** A document brings the style of its language along; who switches to another language loads its style then. */
import { onLanguageChange } from '@tma/web/texts';

/** By language. The build looks for the chunk by its name, `style-` and the language (infra/build/prerender.ts). */
const styles: Readonly<Record<string, () => Promise<unknown>>> = {
  ur: () => import(/* webpackChunkName: "style-ur" */ '@tma/web/urdu.css'),
};

const arrivedIn = document.documentElement.lang;

onLanguageChange((language) => {
  // Where it cannot be loaded, the page is read in a font of the device.
  if (language !== arrivedIn) styles[language]?.().catch(() => {});
});
