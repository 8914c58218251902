import { type ComponentType, lazy } from 'react';

type Document = { default: ComponentType };

/** A text that could not be loaded leaves the rest of the page as it is. */
const orAway = (load: () => Promise<Document>) =>
  lazy(() =>
    load().catch(async (error: Error): Promise<Document> => {
      console.warn('A text could not be loaded:', error.message);
      return { default: (await import('./away.tsx')).Away };
    }),
  );

const english = () => import('./english.tsx');
const urdu = () => import('./urdu.tsx');
const byLanguage = { en: orAway(english), ur: orAway(urdu) };

/** Resolves once the guide is here in every language, for the build, which draws it at once. */
export const textsLoaded = () => Promise.all([english(), urdu()]);

/** The guide in a language; in English where it is not written in that. */
export const privacyIn = (language: string): ComponentType =>
  byLanguage[language as keyof typeof byLanguage] ?? byLanguage.en;
