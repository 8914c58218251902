import { Ban, Calendar, Clock, type IconNode, Image, List, Mail, MapPin, Menu, Phone, Plus, Users, X } from 'lucide';
import { createElement } from 'react';

/** What the portal's controls show, by what it means here. */
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

export const Icon = ({ name }: { name: IconName }) => <Drawing of={drawings[name]} />;

/** Any drawing of lucide, as part of the page. It decorates: the words stand beside it. `size` is in CSS pixels. */
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
