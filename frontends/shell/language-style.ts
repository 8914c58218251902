/** A document contains the style of its language; after a switch to another language its style is loaded. */
import { onLanguageChange } from '@tma/web/texts';

/** By language. The build looks for the chunk by its name, `style-` and the language (infra/build/prerender.ts). */
const styles: Readonly<Record<string, () => Promise<unknown>>> = {
  ur: () => import(/* webpackChunkName: "style-ur" */ '@tma/web/urdu.css'),
};

const arrivedIn = document.documentElement.lang;

onLanguageChange((language) => {
  // If it cannot be loaded, the page uses a font of the device.
  if (language !== arrivedIn) styles[language]?.().catch(() => {});
});
