import type { PageNameOf } from '@tma/contracts/pages';

/** The pages that header and footer link to, in their order; what each link says is in the texts under `nav`. */
export const publicLinks = ['home', 'about', 'services', 'contact'] as const satisfies readonly PageNameOf<'shell'>[];
