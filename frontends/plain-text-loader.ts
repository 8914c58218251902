/**
 * A loader of the bundler: OpenLayers measures the height of labels with a letter that it writes as HTML, which the portal's Trusted Types
 * refuse. A letter is text: it is written as that. Throws once OpenLayers does otherwise, so that this goes.
 */
import type { LoaderContext } from '@rspack/core';

const asHtml = "measureElement.innerHTML = 'M'";

export default function writeText(this: LoaderContext, source: string): string {
  if (!source.includes(asHtml)) throw new Error(`${this.resourcePath} no longer has: ${asHtml}`);
  return source.replace(asHtml, "measureElement.textContent = 'M'");
}
