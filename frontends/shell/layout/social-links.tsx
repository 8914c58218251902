import { social } from '@tma/contracts/portal/contact';
import { useConfig } from '@tma/web/api/portal-config';
import { Drawing } from '@tma/web/ui/icon';
import type { IconNode } from 'lucide';
import css from './social-links.module.css';

/** The logos of social networks, in the style of lucide, which no longer has them. */
const marks: Readonly<Record<string, IconNode>> = {
  Facebook: [['path', { d: 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z' }]],
  X: [['path', { d: 'M4 4l16 16M20 4 4 20' }]],
  Instagram: [
    ['rect', { width: '20', height: '20', x: '2', y: '2', rx: '5' }],
    ['circle', { cx: '12', cy: '12', r: '4' }],
    ['path', { d: 'M17.5 6.5h.01' }],
  ],
};

/** The administration's accounts elsewhere, each a link with its name. */
export function SocialLinks() {
  const links = useConfig()?.social ?? social;
  return (
    <ul className={css.social}>
      {links.map(({ name, url }) => (
        <li key={url}>
          <a href={url} rel="noreferrer">
            <Drawing of={marks[name] ?? []} size={18} />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
