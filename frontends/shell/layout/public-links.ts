import type { PageNameOf } from '@tma/contracts/pages';

type Links = readonly PageNameOf<'shell'>[];

/** The pages that header and footer link to, in their order; what each link says is in the texts under `nav`. */
export const publicLinks = ['home', 'about', 'services', 'contact'] as const satisfies Links;
/** The footer has more: not what most come for, and no place for it in the header. */
export const footerLinks = [...publicLinks, 'figures', 'privacy'] as const satisfies Links;
