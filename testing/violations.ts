import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * The violations that axe finds, as rule and element, after all animations: colours that fade in would be measured wrongly.
 * @param rules only these; without them all
 */
export async function violations(page: Page, rules: string[] = []): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  // Our pages have no frames of other origins, for which axe would finish each run on a page of its own. It need not
  // describe each element that passes.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()} ${id}: ${target.join(' ')}`));
}
