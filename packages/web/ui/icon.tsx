import { Ban, Calendar, Clock, type IconNode, Image, List, Mail, MapPin, Menu, Phone, Plus, Users, X } from 'lucide';
import { createElement } from 'react';

/** The icons of the portal's controls, by what they mean here. */
const drawings = {
  menu: Menu,
  close: X,
  pin: MapPin,
  calendar: Calendar,
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
export const Icon = ({ name }: { name: IconName }) => <Drawing of={drawings[name]} />;

/** Any icon of lucide, as part of the page. `size` is in CSS pixels. */
export const Drawing = ({ of: nodes, size = 20 }: { of: IconNode; size?: number }) => (
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
    {nodes.map(([tag, attributes]) => createElement(tag, { ...attributes, key: JSON.stringify(attributes) }))}
  </svg>
);
