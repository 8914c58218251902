import { classes } from '@tma/web/classes';
import type { ComponentProps, ReactNode } from 'react';
import css from './form.module.css';

/** A form that says itself what is wrong: the browser's own messages would block it and say it in other words. */
export const Form = ({ className, ...rest }: ComponentProps<'form'>) => (
  <form noValidate {...rest} className={classes(css.form, className)} />
);

/** Two short fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>;

/** Buttons and links in a row. */
export const Ways = ({ children }: { children: ReactNode }) => <div className={css.ways}>{children}</div>;
