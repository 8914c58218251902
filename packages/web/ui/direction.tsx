import type { PropsWithChildren } from 'react';

/** What a person wrote, within a line: it runs the way of its own letters, and does not mix with the words around it. */
export const Written = ({ children }: PropsWithChildren) => <bdi dir="auto">{children}</bdi>;

/** A reference, a phone number, an address of a mail or of a page: from left to right in every language. */
export const LeftToRight = ({ children }: PropsWithChildren) => <bdi dir="ltr">{children}</bdi>;
