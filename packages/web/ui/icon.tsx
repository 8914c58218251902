import { directions } from '@tma/contracts/languages';
import { useLanguage } from '@tma/web/language/language';
import { Ban, Clock, type IconNode, Image, List, Mail, MapPin, Menu, Phone, Plus, Users, X } from 'lucide';
import { createElement } from 'react';

/** The icons of the portal's controls, by what they mean here. */
const drawings = {
  menu: Menu,
  close: X,
  pin: MapPin,
  picture: Image,
  plus: Plus,
  list: List,
  dropped: Ban,
  people: Users,
  mail: Mail,
  phone: Phone,
  clock: Clock,
} satisfies Record<string, IconNode>;

export type IconName = keyof typeof drawings;

/** An icon of the portal's own set. It decorates: the text stands beside it. */
export const Icon = ({ name }: { name: IconName }) => <Drawing of={drawings[name]} turns={name === 'list'} />;

interface DrawingProps {
  of: IconNode;
  /** In CSS pixels. */
  size?: number;
  /** It points somewhere, or shows lines of text: where one reads from right to left it is drawn the other way round. */
  turns?: boolean;
}

/** Any icon of lucide, as part of the page. */
export function Drawing({ of: nodes, size = 20, turns = false }: DrawingProps) {
  const isTurned = directions[useLanguage()] === 'rtl' && turns;
  const lines = nodes.map(([tag, attributes]) =>
    createElement(tag, { ...attributes, key: JSON.stringify(attributes) }),
  );
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {isTurned ? <g transform="matrix(-1 0 0 1 24 0)">{lines}</g> : lines}
    </svg>
  );
}
