import type { ReactNode } from 'react';
import css from './banner.module.css';
import { classes } from './class-names.ts';

interface BannerProps {
  /** `error` interrupts (role alert); `success` and `quiet` wait their turn (role status). */
  tone: 'success' | 'error' | 'quiet';
  children: ReactNode;
}

/** A message in the page, near what it is about. */
export const Banner = ({ tone, children }: BannerProps) => (
  <div role={tone === 'error' ? 'alert' : 'status'} className={classes(css.banner, css[tone])}>
    {children}
  </div>
);
